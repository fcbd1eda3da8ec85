package dev.heddle.bench.savina.pingpong;

import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko. */
final class PekkoPingPong {
  private PekkoPingPong() {}

  static LongSupplier setUp(ActorSystem system, PingPong work) {
    Props ponger = Props.create(Ponger.class, Ponger::new);
    return () -> {
      ActorRef pong = system.actorOf(ponger);
      ActorRef ping = system.actorOf(Props.create(Pinger.class, () -> new Pinger(work, pong)));
      ping.tell(PingPong.PONG, ActorRef.noSender());
      return work.finish.await();
    };
  }

  private static final class Pinger extends UntypedAbstractActor {
    private final PingPong work;
    private final ActorRef pong;
    private int sent;

    Pinger(PingPong work, ActorRef pong) {
      this.work = work;
      this.pong = pong;
    }

    @Override
    public void onReceive(Object message) {
      if (sent < work.roundTrips) {
        sent++;
        pong.tell(PingPong.PING, getSelf());
      } else {
        pong.tell(PingPong.STOP, getSelf());
        getContext().stop(getSelf());
        work.finish.arrive(sent);
      }
    }
  }

  private static final class Ponger extends UntypedAbstractActor {
    @Override
    public void onReceive(Object message) {
      if (message == PingPong.PING) {
        getSender().tell(PingPong.PONG, getSelf());
      } else {
        getContext().stop(getSelf());
      }
    }
  }
}
