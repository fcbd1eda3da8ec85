package dev.heddle.bench.create;

import dev.heddle.bench.actor.Finish;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/**
 * On Pekko. An actor keeps its children in a sorted map, and hears of their end only between two
 * messages: a creator that makes all in one go takes up to nine times as long as those here.
 */
final class PekkoCreation {
  private static final Integer MESSAGE = 1;

  /** How many actors a creator makes before it hears of the end of others. */
  private static final int AT_ONCE = 100;

  private PekkoCreation() {}

  static LongSupplier setUp(ActorSystem system, Creation creation) {
    Props created = Props.create(Created.class, () -> new Created(creation.finish));
    Props creator = Props.create(Creator.class, () -> new Creator(created));
    List<ActorRef> creators = new ArrayList<>();
    for (int i = 0; i < creation.creators; i++) {
      creators.add(system.actorOf(creator));
    }
    return () -> {
      creators.forEach(each -> each.tell(creation.each, ActorRef.noSender()));
      return creation.finish.await();
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
        getContext().actorOf(created).tell(MESSAGE, ActorRef.noSender());
      }
      if (count > now) {
        getSelf().tell(count - now, ActorRef.noSender());
      }
    }
  }

  private static final class Created extends UntypedAbstractActor {
    private final Finish finish;

    Created(Finish finish) {
      this.finish = finish;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Integer number) {
        finish.arrive(number);
        getContext().stop(getSelf());
      }
    }
  }
}
