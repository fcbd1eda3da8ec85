package dev.heddle.bench.selective;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko, which has no selective receive: what is refused is put aside, once. */
final class PekkoSelection {
  private PekkoSelection() {}

  static LongSupplier setUp(ActorSystem system, Selection selection) {
    ActorRef chooser = system.actorOf(Props.create(Chooser.class, Chooser::new));
    ActorRef driver =
        system.actorOf(Props.create(Driver.class, () -> new Driver(selection, chooser)));
    for (int i = 0; i < selection.refused; i++) {
      chooser.tell("refused", ActorRef.noSender());
    }
    return () -> {
      driver.tell("begin", ActorRef.noSender());
      return selection.finish.await();
    };
  }

  private static final class Chooser extends UntypedAbstractActor {
    private final Queue<Object> refused = new ArrayDeque<>();

    @Override
    public void onReceive(Object message) {
      if (message instanceof Integer) {
        getSender().tell(message, ActorRef.noSender());
      } else {
        refused.add(message);
      }
    }
  }

  private static final class Driver extends UntypedAbstractActor {
    private final Selection selection;
    private final ActorRef chooser;
    private int sent;
    private long sum;

    Driver(Selection selection, ActorRef chooser) {
      this.selection = selection;
      this.chooser = chooser;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Integer number) {
        sum += number;
      } else {
        sent = 0;
        sum = 0;
      }
      if (sent == selection.numbers) {
        selection.finish.arrive(sum);
      } else {
        chooser.tell(sent++, getSelf());
      }
    }
  }
}
