package dev.heddle.bench.savina.concdict;

import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko, where a message brings its sender along. */
final class PekkoDictionary {
  private record Read(int key) {}

  private record Write(int key, int value) {}

  private PekkoDictionary() {}

  static LongSupplier setUp(ActorSystem system, Dictionary work) {
    return () -> {
      ActorRef owner = system.actorOf(Props.create(Owner.class, () -> new Owner(work)));
      for (int i = 0; i < work.workers; i++) {
        Client client = new Client(work, i);
        system
            .actorOf(Props.create(Worker.class, () -> new Worker(work, owner, client)))
            .tell(Dictionary.GO, ActorRef.noSender());
      }
      return work.finish.await();
    };
  }

  private static final class Owner extends UntypedAbstractActor {
    private final Dictionary work;
    private final Map<Integer, Integer> map;
    private int writes;
    private int ended;

    Owner(Dictionary work) {
      this.work = work;
      this.map = work.map;
    }

    @Override
    public void onReceive(Object message) {
      switch (message) {
        case Read(int key) -> getSender().tell(map.getOrDefault(key, -1), ActorRef.noSender());
        case Write(int key, int value) -> {
          Integer written = value;
          map.put(key, written);
          writes++;
          getSender().tell(written, ActorRef.noSender());
        }
        default -> {
          if (++ended == work.workers) {
            getContext().stop(getSelf());
            work.finish.arrive(writes);
          }
        }
      }
    }
  }

  private static final class Worker extends UntypedAbstractActor {
    private final Dictionary work;
    private final ActorRef owner;
    private final Client client;

    Worker(Dictionary work, ActorRef owner, Client client) {
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
        owner.tell(
            client.writes() ? new Write(client.key(), client.value()) : new Read(client.key()),
            getSelf());
      } else {
        owner.tell(Dictionary.STOP, ActorRef.noSender());
        getContext().stop(getSelf());
        work.finish.arrive(client.right());
      }
    }
  }
}
