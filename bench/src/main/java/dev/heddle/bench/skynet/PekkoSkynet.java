package dev.heddle.bench.skynet;

import dev.heddle.bench.actor.Finish;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko. */
final class PekkoSkynet {

  /**
   * What a node begins with. A message, so that all nodes have the same {@link Props}: to give each
   * its own is no faster.
   */
  private record Range(int first, int size) {}

  private static final Props NODE = Props.create(Node.class, Node::new);

  private PekkoSkynet() {}

  static LongSupplier setUp(ActorSystem system, Skynet skynet) {
    ActorRef root = system.actorOf(Props.create(Root.class, () -> new Root(skynet.finish)));
    Range all = new Range(0, skynet.leaves);
    return () -> {
      root.tell(all, ActorRef.noSender());
      return skynet.finish.await();
    };
  }

  /** Makes the top of the tree whenever it is told to. */
  private static final class Root extends UntypedAbstractActor {
    private final Finish finish;

    Root(Finish finish) {
      this.finish = finish;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Long sum) {
        finish.arrive(sum);
      } else {
        getContext().actorOf(NODE).tell(message, ActorRef.noSender());
      }
    }
  }

  private static final class Node extends UntypedAbstractActor {
    private int missing = Skynet.CHILDREN;
    private long sum;

    @Override
    public void onReceive(Object message) {
      if (message instanceof Long part) {
        sum += part;
        if (--missing == 0) {
          end(sum);
        }
      } else if (message instanceof Range(int first, int size)) {
        start(first, size);
      }
    }

    private void start(int first, int size) {
      if (size == 1) {
        end(first);
        return;
      }
      int part = size / Skynet.CHILDREN;
      for (int i = 0; i < Skynet.CHILDREN; i++) {
        Range range = new Range(first + i * part, part);
        getContext().actorOf(NODE).tell(range, ActorRef.noSender());
      }
    }

    private void end(long result) {
      getContext().getParent().tell(result, ActorRef.noSender());
      getContext().stop(getSelf());
    }
  }
}
