package dev.heddle.bench.savina.cigsmok;

import dev.heddle.bench.savina.Lehmer;
import dev.heddle.bench.savina.cigsmok.Smoking.Signal;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko. The smokers live beside the arbiter: its children would end with it, unheard. */
final class PekkoSmokers {
  private record Smoke(int draws) {}

  private PekkoSmokers() {}

  static LongSupplier setUp(ActorSystem system, Smoking work) {
    Props smokers = Props.create(Smoker.class, () -> new Smoker(work));
    Props arbiters = Props.create(Arbiter.class, () -> new Arbiter(work, smokers));
    return () -> {
      system.actorOf(arbiters).tell(Signal.START, ActorRef.noSender());
      return work.finish.await();
    };
  }

  private static final class Arbiter extends UntypedAbstractActor {
    private final Smoking work;
    private final Smoking.Choices choices;
    private final ActorRef[] smokers;

    Arbiter(Smoking work, Props props) {
      this.work = work;
      this.choices = work.new Choices();
      this.smokers = new ActorRef[work.smokers];
      for (int i = 0; i < smokers.length; i++) {
        smokers[i] = getContext().getSystem().actorOf(props);
      }
    }

    @Override
    public void onReceive(Object message) {
      if (choices.next()) {
        smokers[choices.smoker()].tell(new Smoke(choices.draws()), getSelf());
      } else {
        for (ActorRef smoker : smokers) {
          smoker.tell(Signal.EXIT, ActorRef.noSender());
        }
        getContext().stop(getSelf());
        work.finish.arrive();
      }
    }
  }

  private static final class Smoker extends UntypedAbstractActor {
    private final Smoking work;
    private long sum;

    Smoker(Smoking work) {
      this.work = work;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Smoke(int draws)) {
        getSender().tell(Signal.STARTED, ActorRef.noSender());
        sum += Lehmer.busy(draws);
      } else {
        getContext().stop(getSelf());
        work.finish.arrive(sum);
      }
    }
  }
}
