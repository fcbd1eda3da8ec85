package dev.heddle.bench.savina.philosopher;

import dev.heddle.bench.savina.philosopher.Dinner.Signal;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko, where a message brings its sender along. */
final class PekkoPhilosophers {

  /** Each philosopher has one, and sends it again and again. */
  private record Hungry(int number) {}

  /** Likewise. */
  private record Done(int number) {}

  private PekkoPhilosophers() {}

  static LongSupplier setUp(ActorSystem system, Dinner work) {
    return () -> {
      ActorRef arbitrator =
          system.actorOf(Props.create(Arbitrator.class, () -> new Arbitrator(work)));
      for (int i = 0; i < work.philosophers; i++) {
        int number = i;
        system
            .actorOf(
                Props.create(Philosopher.class, () -> new Philosopher(work, arbitrator, number)))
            .tell(Signal.START, ActorRef.noSender());
      }
      return work.finish.await();
    };
  }

  private static final class Arbitrator extends UntypedAbstractActor {
    private final Dinner work;
    private final Forks forks;
    private int left;

    Arbitrator(Dinner work) {
      this.work = work;
      this.forks = new Forks(work.philosophers);
    }

    @Override
    public void onReceive(Object message) {
      switch (message) {
        case Hungry(int number) ->
            getSender().tell(forks.take(number) ? Signal.EAT : Signal.DENIED, ActorRef.noSender());
        case Done(int number) -> forks.putBack(number);
        default -> {
          if (++left == work.philosophers) {
            getContext().stop(getSelf());
            work.finish.arrive(forks.meals());
          }
        }
      }
    }
  }

  private static final class Philosopher extends UntypedAbstractActor {
    private final Dinner work;
    private final ActorRef arbitrator;
    private final Hungry hungry;
    private final Done done;
    private int meals;

    Philosopher(Dinner work, ActorRef arbitrator, int number) {
      this.work = work;
      this.arbitrator = arbitrator;
      this.hungry = new Hungry(number);
      this.done = new Done(number);
    }

    @Override
    public void onReceive(Object message) {
      if (message == Signal.EAT) {
        meals++;
        arbitrator.tell(done, ActorRef.noSender());
      }
      if (meals < work.rounds) {
        arbitrator.tell(hungry, getSelf());
      } else {
        arbitrator.tell(Signal.EXIT, ActorRef.noSender());
        getContext().stop(getSelf());
        work.finish.arrive(meals);
      }
    }
  }
}
