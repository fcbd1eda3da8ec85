package dev.heddle.bench.savina.concsll;

import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko, where a message brings its sender along. */
final class PekkoSortedList {
  private static final Object SIZE = "size";

  private record Write(int value) {}

  private record Contains(int value) {}

  private PekkoSortedList() {}

  static LongSupplier setUp(ActorSystem system, ListWork work) {
    return () -> {
      ActorRef owner = system.actorOf(Props.create(Owner.class, () -> new Owner(work)));
      for (int i = 0; i < work.workers; i++) {
        Client client = new Client(work, i);
        system
            .actorOf(Props.create(Worker.class, () -> new Worker(work, owner, client)))
            .tell(ListWork.GO, ActorRef.noSender());
      }
      return work.finish.await();
    };
  }

  private static final class Owner extends UntypedAbstractActor {
    private final ListWork work;
    private final SortedList list = new SortedList();
    private int ended;

    Owner(ListWork work) {
      this.work = work;
    }

    @Override
    public void onReceive(Object message) {
      switch (message) {
        case Write(int value) -> {
          list.add(value);
          getSender().tell(value, ActorRef.noSender());
        }
        case Contains(int value) ->
            getSender().tell(list.contains(value) ? 1 : 0, ActorRef.noSender());
        case Object size when size == SIZE -> getSender().tell(list.size(), ActorRef.noSender());
        default -> {
          if (++ended == work.workers) {
            getContext().stop(getSelf());
            work.finish.arrive(list.checksum());
          }
        }
      }
    }
  }

  private static final class Worker extends UntypedAbstractActor {
    private final ListWork work;
    private final ActorRef owner;
    private final Client client;

    Worker(ListWork work, ActorRef owner, Client client) {
      this.work = work;
      this.owner = owner;
      this.client = client;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Integer answer) {
        client.answered(answer);
      }
      if (client.next()) {
        owner.tell(question(), getSelf());
      } else {
        owner.tell(ListWork.STOP, ActorRef.noSender());
        getContext().stop(getSelf());
        work.finish.arrive(client.right());
      }
    }

    private Object question() {
      return switch (client.kind()) {
        case SIZE -> SIZE;
        case WRITE -> new Write(client.value());
        case CONTAINS -> new Contains(client.value());
      };
    }
  }
}
