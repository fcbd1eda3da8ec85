package dev.heddle.bench.savina.chameneos;

import dev.heddle.bench.actor.ActorThreads;
import dev.heddle.bench.actor.Drain;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** On virtual threads. */
final class ThreadChameneos {

  /** To the mall: I want to meet somebody. To who waits there: here is somebody. */
  private record Meet(Colour colour, BlockingQueue<Object> from) {}

  private ThreadChameneos() {}

  static LongSupplier setUp(Chameneos work) {
    return () -> {
      ActorThreads.startOnce(() -> work.finish.arrive(mall(work)));
      return work.finish.await();
    };
  }

  private static long mall(Chameneos work) throws InterruptedException {
    BlockingQueue<Object> mine = new LinkedBlockingQueue<>();
    for (int i = 0; i < work.creatures; i++) {
      Colour colour = Colour.ofNumber(i);
      ActorThreads.startOnce(() -> creature(mine, colour));
    }
    Drain<Object> inbox = new Drain<>(mine);
    @Nullable BlockingQueue<Object> waiting = null;
    int left = work.meetings;
    int here = work.creatures;
    Chameneos.Gone gone = new Chameneos.Gone();
    while (here > 0) {
      Object message = inbox.take();
      if (message instanceof Chameneos.Count count) {
        here = work.creatures - gone.add(count);
      } else if (message instanceof Meet meet) {
        if (left == 0) {
          meet.from.put(Chameneos.GO_HOME);
        } else if (waiting == null) {
          waiting = meet.from;
        } else {
          left--;
          waiting.put(meet);
          waiting = null;
        }
      }
    }
    return gone.result();
  }

  private static void creature(BlockingQueue<Object> mall, Colour first)
      throws InterruptedException {
    BlockingQueue<Object> mine = new LinkedBlockingQueue<>();
    Colour colour = first;
    int meetings = 0;
    mall.put(new Meet(colour, mine));
    Object message = mine.take();
    while (message != Chameneos.GO_HOME) {
      meetings++;
      if (message instanceof Meet(Colour other, BlockingQueue<Object> from)) {
        colour = colour.meeting(other);
        from.put(new Chameneos.Change(colour));
      } else if (message instanceof Chameneos.Change(Colour changed)) {
        colour = changed;
      }
      mall.put(new Meet(colour, mine));
      message = mine.take();
    }
    mall.put(new Chameneos.Count(meetings, colour));
  }
}
