package dev.heddle.process;

import dev.heddle.process.Letters.Letter;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A {@link CrowdMember} that is a fiber: it receives, with and without a limit, and sends. */
final class CrowdFiber implements ProcessBody {
  private static final int TURNS = 50;

  private final ProcessCrowd crowd;
  private final int number;
  private final SplittableRandom random;
  private final Letters.Sender sender;
  private final Letters.Reader reader;

  CrowdFiber(ProcessCrowd crowd, int number, SplittableRandom random) {
    this.crowd = crowd;
    this.number = number;
    this.random = random;
    this.sender = crowd.letters.new Sender();
    this.reader = crowd.letters.new Reader();
  }

  @Override
  public @Nullable Object run(Inbox inbox) throws Exception {
    crowd.publish(inbox.self(), number);
    try {
      for (int turn = 0; turn < TURNS; turn++) {
        crowd.progress();
        Object received = receive(inbox);
        if (received instanceof Letter letter) {
          reader.read(letter);
          if (inbox.message().expectsReply()) {
            inbox.reply("a fiber's answer");
          }
        }
        act(inbox);
      }
      return "done";
    } catch (InterruptedException e) {
      return "interrupted"; // killed, or the runtime ends
    }
  }

  private @Nullable Object receive(Inbox inbox) throws InterruptedException {
    if (crowd.letters.areAllWritten()) {
      return inbox.receive(); // so that all come to rest
    }
    Duration timeout = Duration.ofNanos(random.nextInt(100_000));
    return random.nextInt(4) == 0 ? inbox.receive(Letter.class, timeout) : inbox.receive(timeout);
  }

  private void act(Inbox inbox) throws Exception {
    switch (random.nextInt(16)) {
      case 0, 1, 2 -> crowd.send(sender, random, number);
      case 3, 4 -> crowd.sendThroughPort(sender, random, number);
      case 5 -> inbox.perform(Command.sleep(Duration.ofNanos(random.nextInt(200_000))));
      case 6 -> crowd.tie(inbox.context(), random);
      case 7 -> crowd.publish(inbox.context().openPort(), number);
      case 8 -> {
        if (random.nextInt(4) == 0) {
          throw new CrowdMember.Crash();
        }
      }
      default -> {}
    }
  }
}
