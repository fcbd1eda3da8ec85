package dev.heddle.bench.savina.chameneos;

import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.jspecify.annotations.Nullable;

/** On Pekko, where a message brings its sender along: the mall forwards. */
final class PekkoChameneos {

  /** To the mall: I want to meet somebody. To who waits there: here is somebody. */
  private record Meet(Colour colour) {}

  private PekkoChameneos() {}

  static LongSupplier setUp(ActorSystem system, Chameneos work) {
    Props mall = Props.create(Mall.class, () -> new Mall(work));
    return () -> {
      system.actorOf(mall);
      return work.finish.await();
    };
  }

  private static final class Mall extends UntypedAbstractActor {
    private final Chameneos work;
    private int left;
    private @Nullable ActorRef waiting;
    private final Chameneos.Gone gone = new Chameneos.Gone();

    Mall(Chameneos work) {
      this.work = work;
      this.left = work.meetings;
    }

    @Override
    public void preStart() {
      ActorRef self = getSelf();
      for (int i = 0; i < work.creatures; i++) {
        Colour colour = Colour.ofNumber(i);
        getContext().actorOf(Props.create(Creature.class, () -> new Creature(self, colour)));
      }
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Meet) {
        meet(message);
      } else if (message instanceof Chameneos.Count count) {
        leave(count);
      }
    }

    private void meet(Object message) {
      ActorRef first = waiting;
      if (left == 0) {
        getSender().tell(Chameneos.GO_HOME, getSelf());
      } else if (first == null) {
        waiting = getSender();
      } else {
        left--;
        waiting = null;
        first.tell(message, getSender());
      }
    }

    private void leave(Chameneos.Count count) {
      if (gone.add(count) == work.creatures) {
        getContext().stop(getSelf());
        work.finish.arrive(gone.result());
      }
    }
  }

  private static final class Creature extends UntypedAbstractActor {
    private final ActorRef mall;
    private Colour colour;
    private int meetings;

    Creature(ActorRef mall, Colour colour) {
      this.mall = mall;
      this.colour = colour;
    }

    @Override
    public void preStart() {
      mall.tell(new Meet(colour), getSelf());
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Meet(Colour other)) {
        Colour both = colour.meeting(other);
        getSender().tell(new Chameneos.Change(both), getSelf());
        become(both);
      } else if (message instanceof Chameneos.Change(Colour changed)) {
        become(changed);
      } else if (message == Chameneos.GO_HOME) {
        mall.tell(new Chameneos.Count(meetings, colour), getSelf());
        getContext().stop(getSelf());
      }
    }

    private void become(Colour changed) {
      colour = changed;
      meetings++;
      mall.tell(new Meet(changed), getSelf());
    }
  }
}
