package dev.heddle.bench.savina.big;

import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko, where a message brings its sender along. */
final class PekkoBig {
  private static final Object PING = "ping";

  private PekkoBig() {}

  static LongSupplier setUp(ActorSystem system, Big work) {
    return () -> {
      ActorRef[] actors = new ActorRef[work.actors];
      ActorRef sink = system.actorOf(Props.create(Sink.class, () -> new Sink(actors)));
      for (int i = 0; i < work.actors; i++) {
        int number = i;
        actors[i] =
            system.actorOf(
                Props.create(Member.class, () -> new Member(work, actors, sink, number)));
      }
      for (ActorRef actor : actors) {
        actor.tell(Big.GO, ActorRef.noSender());
      }
      return work.finish.await();
    };
  }

  private static final class Sink extends UntypedAbstractActor {
    private final ActorRef[] actors;
    private int done;

    Sink(ActorRef[] actors) {
      this.actors = actors;
    }

    @Override
    public void onReceive(Object message) {
      if (message == Big.DONE && ++done == actors.length) {
        for (ActorRef actor : actors) {
          actor.tell(Big.EXIT, ActorRef.noSender());
        }
        getContext().stop(getSelf());
      }
    }
  }

  private static final class Member extends UntypedAbstractActor {
    private final Big work;
    private final ActorRef[] actors;
    private final ActorRef sink;
    private final Asker asker;
    private final Big.Pong pong;

    Member(Big work, ActorRef[] actors, ActorRef sink, int number) {
      this.work = work;
      this.actors = actors;
      this.sink = sink;
      this.asker = new Asker(work, number);
      this.pong = new Big.Pong(number);
    }

    @Override
    public void onReceive(Object message) {
      if (message == PING) {
        getSender().tell(pong, ActorRef.noSender());
      } else if (message instanceof Big.Pong(int number)) {
        asker.answered(number);
        ask();
      } else if (message == Big.GO) {
        ask();
      } else if (message == Big.EXIT) {
        getContext().stop(getSelf());
        work.finish.arrive(asker.sum());
      }
    }

    private void ask() {
      if (asker.goesOn()) {
        actors[asker.next()].tell(PING, getSelf());
      } else {
        sink.tell(Big.DONE, ActorRef.noSender());
      }
    }
  }
}
