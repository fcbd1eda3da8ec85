package dev.heddle.bench.channel;

/** What messages are sent through: a channel or a queue. */
interface Line {

  void send(Integer message) throws InterruptedException;

  Integer receive() throws InterruptedException;
}
