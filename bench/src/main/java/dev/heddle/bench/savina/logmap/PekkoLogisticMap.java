package dev.heddle.bench.savina.logmap;

import dev.heddle.bench.savina.logmap.LogisticMap.Signal;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/**
 * On Pekko. A series puts aside what comes while it waits for a term, in a queue of its own: to put
 * all of a stash back into the mailbox for each term would take quadratic time.
 */
final class PekkoLogisticMap {
  private record Compute(double term) {}

  private record Term(double term) {}

  private PekkoLogisticMap() {}

  static LongSupplier setUp(ActorSystem system, LogisticMap work) {
    Props masters = Props.create(Master.class, () -> new Master(work));
    return () -> {
      system.actorOf(masters).tell(Signal.START, ActorRef.noSender());
      return work.finish.await();
    };
  }

  private static final class Master extends UntypedAbstractActor {
    private final LogisticMap work;
    private final ActorRef[] computers;
    private final ActorRef[] series;
    private int received;
    private long sum;

    Master(LogisticMap work) {
      this.work = work;
      this.computers = new ActorRef[work.series];
      this.series = new ActorRef[work.series];
      ActorSystem system = getContext().getSystem();
      for (int i = 0; i < work.series; i++) {
        double rate = LogisticMap.rate(i);
        double start = LogisticMap.start(i);
        ActorRef computer =
            system.actorOf(Props.create(Computer.class, () -> new Computer(work, rate)));
        computers[i] = computer;
        ActorRef self = getSelf();
        series[i] =
            system.actorOf(
                Props.create(Series.class, () -> new Series(work, self, computer, start)));
      }
    }

    @Override
    public void onReceive(Object message) {
      if (message == Signal.START) {
        for (int i = 0; i < work.terms; i++) {
          tell(series, Signal.NEXT);
        }
        tell(series, Signal.GET);
      } else if (message instanceof Term(double term)) {
        sum += LogisticMap.digits(term);
        if (++received == work.series) {
          tell(computers, Signal.STOP);
          tell(series, Signal.STOP);
          getContext().stop(getSelf());
          work.finish.arrive(sum);
        }
      }
    }

    private static void tell(ActorRef[] all, Signal signal) {
      for (ActorRef each : all) {
        each.tell(signal, ActorRef.noSender());
      }
    }
  }

  private static final class Series extends UntypedAbstractActor {
    private final LogisticMap work;
    private final ActorRef master;
    private final ActorRef computer;
    private final Queue<Signal> aside = new ArrayDeque<>();
    private double term;
    private int made;
    private boolean waits;

    Series(LogisticMap work, ActorRef master, ActorRef computer, double start) {
      this.work = work;
      this.master = master;
      this.computer = computer;
      this.term = start;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Term(double next)) {
        term = next;
        made++;
        waits = false;
      } else if (message instanceof Signal signal) {
        aside.add(signal);
      }
      while (!waits && !aside.isEmpty()) {
        handle(aside.remove());
      }
    }

    private void handle(Signal signal) {
      if (signal == Signal.NEXT) {
        computer.tell(new Compute(term), getSelf());
        waits = true;
      } else if (signal == Signal.GET) {
        master.tell(new Term(term + made), ActorRef.noSender());
      } else {
        getContext().stop(getSelf());
        work.finish.arrive();
      }
    }
  }

  private static final class Computer extends UntypedAbstractActor {
    private final LogisticMap work;
    private final double rate;

    Computer(LogisticMap work, double rate) {
      this.work = work;
      this.rate = rate;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Compute(double term)) {
        getSender().tell(new Term(LogisticMap.next(term, rate)), ActorRef.noSender());
      } else {
        getContext().stop(getSelf());
        work.finish.arrive();
      }
    }
  }
}
