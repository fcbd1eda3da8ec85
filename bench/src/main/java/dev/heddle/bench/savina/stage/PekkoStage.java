package dev.heddle.bench.savina.stage;

import java.util.Objects;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.jspecify.annotations.Nullable;

/**
 * On Pekko. What an actor does comes as its first message, so that all have the same {@link Props}.
 * Who stops takes its children along, so an actor whose children may live longer stays until the
 * end of the run, and is stopped with the first one. The children of the system's own guardian
 * would be independent, but that one is slow if it has very many.
 */
public final class PekkoStage extends UntypedAbstractActor implements Stage<ActorRef> {
  private static final Props PROPS = Props.create(PekkoStage.class, PekkoStage::new);

  /** What an actor begins with. */
  private record Part(Actor<ActorRef> actor) {}

  private @Nullable Actor<ActorRef> actor;
  private boolean outlived;

  /** For a contest. */
  public static LongSupplier setUp(ActorSystem system, StagedWork work) {
    return () -> {
      ActorRef first = system.actorOf(PROPS);
      first.tell(new Part(work.opening()), ActorRef.noSender());
      long result = work.finish().await();
      system.stop(first);
      return result;
    };
  }

  @Override
  public void onReceive(Object message) {
    if (message instanceof Part(Actor<ActorRef> mine)) {
      actor = mine;
      mine.start(this);
    } else {
      Objects.requireNonNull(actor).receive(message, this);
    }
  }

  @Override
  public ActorRef address() {
    return getSelf();
  }

  @Override
  public ActorRef spawn(Actor<ActorRef> other) {
    outlived = true;
    return spawnChild(other);
  }

  @Override
  public ActorRef spawnChild(Actor<ActorRef> other) {
    ActorRef child = getContext().actorOf(PROPS);
    child.tell(new Part(other), ActorRef.noSender());
    return child;
  }

  @Override
  public void send(ActorRef to, Object message) {
    to.tell(message, ActorRef.noSender());
  }

  @Override
  public void stop() {
    if (!outlived) {
      getContext().stop(getSelf());
    }
  }
}
