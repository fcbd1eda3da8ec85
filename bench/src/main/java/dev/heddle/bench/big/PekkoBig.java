package dev.heddle.bench.big;

import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko, where a message brings its sender along. */
final class PekkoBig {
  private static final Object GO = "go";
  private static final Object PING = "ping";
  private static final Object PONG = "pong";

  private PekkoBig() {}

  static LongSupplier setUp(ActorSystem system, Big big) {
    ActorRef[] actors = new ActorRef[big.actors];
    for (int i = 0; i < big.actors; i++) {
      Asker asker = new Asker(big, i);
      actors[i] = system.actorOf(Props.create(Member.class, () -> new Member(actors, asker)));
    }
    return () -> {
      for (ActorRef actor : actors) {
        actor.tell(GO, ActorRef.noSender());
      }
      return big.finish.await();
    };
  }

  private static final class Member extends UntypedAbstractActor {
    private final ActorRef[] actors;
    private final Asker asker;

    Member(ActorRef[] actors, Asker asker) {
      this.actors = actors;
      this.asker = asker;
    }

    @Override
    public void onReceive(Object message) {
      if (message == PING) {
        getSender().tell(PONG, ActorRef.noSender());
      } else if (message == GO || (message == PONG && asker.goesOn())) {
        actors[asker.next()].tell(PING, getSelf());
      }
    }
  }
}
