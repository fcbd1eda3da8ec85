package dev.heddle.bench.savina.fjthrput;

import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko. */
final class PekkoThroughput {
  private PekkoThroughput() {}

  static LongSupplier setUp(ActorSystem system, Throughput work) {
    Props receiver = Props.create(Receiver.class, () -> new Receiver(work));
    return () -> {
      ActorRef[] actors = new ActorRef[work.actors];
      for (int i = 0; i < work.actors; i++) {
        actors[i] = system.actorOf(receiver);
      }
      for (int i = 0; i < work.messages; i++) {
        for (ActorRef actor : actors) {
          actor.tell(Throughput.MESSAGE, ActorRef.noSender());
        }
      }
      return work.finish.await();
    };
  }

  private static final class Receiver extends UntypedAbstractActor {
    private final Throughput work;
    private final Throughput.Share share;

    Receiver(Throughput work) {
      this.work = work;
      this.share = new Throughput.Share(work.messages);
    }

    @Override
    public void onReceive(Object message) {
      if (message == Throughput.MESSAGE && share.add()) {
        getContext().stop(getSelf());
        work.finish.arrive(share.result());
      }
    }
  }
}
