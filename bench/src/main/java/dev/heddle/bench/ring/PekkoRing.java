package dev.heddle.bench.ring;

import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko. */
final class PekkoRing {
  private PekkoRing() {}

  static LongSupplier setUp(ActorSystem system, Ring ring) {
    ActorRef[] actors = new ActorRef[ring.members];
    for (int i = 0; i < ring.members; i++) {
      int number = i;
      actors[i] =
          system.actorOf(Props.create(Member.class, () -> new Member(ring, actors, number)));
    }
    return () -> {
      actors[0].tell(ring.hops, ActorRef.noSender());
      return ring.finish.await();
    };
  }

  private static final class Member extends UntypedAbstractActor {
    private final Ring ring;
    private final ActorRef[] actors;
    private final int number;
    private final int next;

    Member(Ring ring, ActorRef[] actors, int number) {
      this.ring = ring;
      this.actors = actors;
      this.number = number;
      this.next = ring.after(number);
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Integer hops) {
        receive(hops);
      }
    }

    private void receive(int hops) {
      if (hops == 0) {
        ring.finish.arrive(number);
      } else {
        actors[next].tell(hops - 1, ActorRef.noSender());
      }
    }
  }
}
