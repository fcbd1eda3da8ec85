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
      ping.tell(PingPong.GO, ActorRef.noSender());
      return work.finish.await();
    };
  }

  private static final class Pinger extends UntypedAbstractActor {
    private final PingPong work;
    private final ActorRef pong;
    private int sent;
    private int answered;

    Pinger(PingPong work, ActorRef pong) {
      this.work = work;
      this.pong = pong;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Integer bit && bit == (answered & 1)) {
        answered++;
      }
      if (sent < work.roundTrips) {
        pong.tell(sent & 1, getSelf());
        sent++;
      } else {
        pong.tell(PingPong.STOP, getSelf());
        getContext().stop(getSelf());
        work.finish.arrive(answered);
      }
    }
  }

  private static final class Ponger extends UntypedAbstractActor {
    @Override
    public void onReceive(Object message) {
      if (message instanceof Integer) {
        getSender().tell(message, getSelf());
      } else {
        getContext().stop(getSelf());
      }
    }
  }
}
