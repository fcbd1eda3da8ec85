package dev.heddle.bench.supervise;

import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.OneForOneStrategy;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.SupervisorStrategy;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.apache.pekko.japi.pf.DeciderBuilder;

/**
 * On Pekko: a parent whose strategy restarts, without a limit and without a log. The child keeps
 * its reference and its mailbox, and is a new object.
 */
final class PekkoCrashes {
  private PekkoCrashes() {}

  static LongSupplier setUp(ActorSystem system, Crashes crashes) {
    Props child = Props.create(Child.class, () -> new Child(crashes));
    ActorRef parent = system.actorOf(Props.create(Parent.class, () -> new Parent(child)));
    crashes.await();
    return () -> {
      parent.tell(Crashes.MESSAGE, ActorRef.noSender());
      return crashes.await();
    };
  }

  private static final class Parent extends UntypedAbstractActor {
    private static final SupervisorStrategy RESTARTS =
        new OneForOneStrategy(
            false,
            DeciderBuilder.match(Crash.class, crash -> SupervisorStrategy.restart()).build());

    private final ActorRef child;

    Parent(Props props) {
      this.child = getContext().actorOf(props);
    }

    @Override
    public SupervisorStrategy supervisorStrategy() {
      return RESTARTS;
    }

    @Override
    public void onReceive(Object message) {
      child.tell(message, ActorRef.noSender());
    }
  }

  private static final class Child extends UntypedAbstractActor {
    private final Crashes crashes;

    Child(Crashes crashes) {
      this.crashes = crashes;
    }

    /** At the first start, and because of what is inherited, after each restart. */
    @Override
    public void preStart() {
      if (crashes.begins()) {
        getSelf().tell(Crashes.MESSAGE, ActorRef.noSender());
      }
    }

    @Override
    public void onReceive(Object message) {
      throw crashes.crash();
    }
  }
}
