package dev.heddle.bench.savina.fjcreate;

import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko. */
final class PekkoCreation {
  private PekkoCreation() {}

  static LongSupplier setUp(ActorSystem system, Creation work) {
    Props created = Props.create(Created.class, () -> new Created(work));
    return () -> {
      for (int i = 0; i < work.actors; i++) {
        system.actorOf(created).tell(Creation.MESSAGE, ActorRef.noSender());
      }
      return work.finish.await();
    };
  }

  private static final class Created extends UntypedAbstractActor {
    private final Creation work;

    Created(Creation work) {
      this.work = work;
    }

    @Override
    public void onReceive(Object message) {
      if (message == Creation.MESSAGE) {
        getContext().stop(getSelf());
        work.handle();
      }
    }
  }
}
