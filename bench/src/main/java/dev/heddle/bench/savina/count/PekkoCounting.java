package dev.heddle.bench.savina.count;

import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko. */
final class PekkoCounting {
  private static final Object RETRIEVE = "retrieve";

  private PekkoCounting() {}

  static LongSupplier setUp(ActorSystem system, Counting work) {
    Props counting = Props.create(Counter.class, Counter::new);
    return () -> {
      ActorRef counter = system.actorOf(counting);
      ActorRef producer =
          system.actorOf(Props.create(Producer.class, () -> new Producer(work, counter)));
      producer.tell(Counting.GO, ActorRef.noSender());
      return work.finish.await();
    };
  }

  private static final class Producer extends UntypedAbstractActor {
    private final Counting work;
    private final ActorRef counter;

    Producer(Counting work, ActorRef counter) {
      this.work = work;
      this.counter = counter;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Integer count) {
        getContext().stop(getSelf());
        work.finish.arrive(count);
      } else if (message == Counting.GO) {
        produce();
      }
    }

    private void produce() {
      for (int i = 0; i < work.messages; i++) {
        counter.tell(Counting.INCREMENT, ActorRef.noSender());
      }
      counter.tell(RETRIEVE, getSelf());
    }
  }

  private static final class Counter extends UntypedAbstractActor {
    private int count;

    @Override
    public void onReceive(Object message) {
      if (message == Counting.INCREMENT) {
        count++;
      } else if (message == RETRIEVE) {
        getSender().tell(count, ActorRef.noSender());
        getContext().stop(getSelf());
      }
    }
  }
}
