package dev.heddle.bench.savina.fjcreate;

import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/**
 * On Pekko. Here an actor makes the others, a few at a time: a parent keeps its children in a
 * sorted map, and hears of their end only between two messages. To make them from outside, as
 * children of the system's own actor, takes two to six times as much of the processors.
 */
final class PekkoCreation {

  /** How many actors are made before their parent hears of the end of others. */
  private static final int AT_ONCE = 10;

  private PekkoCreation() {}

  static LongSupplier setUp(ActorSystem system, Creation work) {
    Props created = Props.create(Created.class, () -> new Created(work));
    ActorRef creator = system.actorOf(Props.create(Creator.class, () -> new Creator(created)));
    return () -> {
      creator.tell(work.actors, ActorRef.noSender());
      return work.finish.await();
    };
  }

  private static final class Creator extends UntypedAbstractActor {
    private final Props created;

    Creator(Props created) {
      this.created = created;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Integer count) {
        create(count);
      }
    }

    private void create(int count) {
      int now = Math.min(count, AT_ONCE);
      for (int i = 0; i < now; i++) {
        getContext().actorOf(created).tell(Creation.MESSAGE, ActorRef.noSender());
      }
      if (count > now) {
        getSelf().tell(count - now, ActorRef.noSender());
      }
    }
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
