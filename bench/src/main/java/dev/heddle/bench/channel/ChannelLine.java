package dev.heddle.bench.channel;

import dev.heddle.fiber.Channel;

/** Heddle's. */
final class ChannelLine implements Line {
  private final Channel<Integer> channel;

  ChannelLine(Channel<Integer> channel) {
    this.channel = channel;
  }

  @Override
  public void send(Integer message) throws InterruptedException {
    channel.send(message);
  }

  @Override
  public Integer receive() throws InterruptedException {
    return channel.receive();
  }
}
