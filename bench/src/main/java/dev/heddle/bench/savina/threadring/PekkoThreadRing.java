package dev.heddle.bench.savina.threadring;

import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko. */
final class PekkoThreadRing {
  private PekkoThreadRing() {}

  static LongSupplier setUp(ActorSystem system, ThreadRing work) {
    return () -> {
      ActorRef[] actors = new ActorRef[work.actors];
      for (int i = 0; i < work.actors; i++) {
        int next = work.after(i);
        actors[i] =
            system.actorOf(Props.create(Member.class, () -> new Member(work, actors, next)));
      }
      actors[0].tell(new ThreadRing.Ping(work.hops), ActorRef.noSender());
      return work.finish.await();
    };
  }

  private static final class Member extends UntypedAbstractActor {
    private final ThreadRing work;
    private final ActorRef[] actors;
    private final int next;
    private int pings;

    Member(ThreadRing work, ActorRef[] actors, int next) {
      this.work = work;
      this.actors = actors;
      this.next = next;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof ThreadRing.Ping ping) {
        pings++;
        actors[next].tell(work.next(ping), ActorRef.noSender());
      } else if (message instanceof ThreadRing.Exit(int left)) {
        end(left);
      }
    }

    private void end(int left) {
      if (left > 0) {
        actors[next].tell(new ThreadRing.Exit(left - 1), ActorRef.noSender());
      }
      getContext().stop(getSelf());
      work.finish.arrive(pings);
    }
  }
}
