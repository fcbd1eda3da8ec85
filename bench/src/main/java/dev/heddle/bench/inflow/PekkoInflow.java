package dev.heddle.bench.inflow;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko. */
final class PekkoInflow {
  private static final Object GO = "go";

  private PekkoInflow() {}

  static LongSupplier setUp(ActorSystem system, Inflow inflow) {
    ActorRef counter = system.actorOf(Props.create(Counter.class, () -> new Counter(inflow)));
    Props producer = Props.create(Producer.class, () -> new Producer(counter, inflow.each));
    List<ActorRef> producers = new ArrayList<>();
    for (int i = 0; i < inflow.producers; i++) {
      producers.add(system.actorOf(producer));
    }
    return () -> {
      producers.forEach(each -> each.tell(GO, ActorRef.noSender()));
      return inflow.finish.await();
    };
  }

  private static final class Producer extends UntypedAbstractActor {
    private final ActorRef counter;
    private final int each;

    Producer(ActorRef counter, int each) {
      this.counter = counter;
      this.each = each;
    }

    @Override
    public void onReceive(Object message) {
      for (int i = 0; i < each; i++) {
        counter.tell(Inflow.number(i), ActorRef.noSender());
      }
    }
  }

  private static final class Counter extends UntypedAbstractActor {
    private final Total total;

    Counter(Inflow inflow) {
      this.total = new Total(inflow);
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Integer number) {
        total.add(number);
      }
    }
  }
}
