package dev.heddle.bench.idleprocess;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.memory.Crowd;
import java.time.Duration;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.apache.pekko.pattern.Patterns;
import org.jspecify.annotations.Nullable;

/** On Pekko. Each thousand has a parent of its own, which makes them faster than a single one. */
final class PekkoCrowd implements Crowd {
  private static final int CHILDREN = 1_000;
  private static final Duration FOR_EVER = Duration.ofHours(1);

  private final ActorSystem system;
  private final int count;
  private final Finish finish = new Finish();
  private @Nullable ActorRef top;

  PekkoCrowd(ActorSystem system, int count) {
    this.system = system;
    this.count = count;
  }

  @Override
  public void gather() {
    Props idler = Props.create(Idler.class, () -> new Idler(finish));
    Props parent = Props.create(Parent.class, () -> new Parent(idler, CHILDREN));
    finish.expect(count);
    top = system.actorOf(Props.create(Parent.class, () -> new Parent(parent, count / CHILDREN)));
    finish.await();
  }

  @Override
  public void dismiss() {
    ActorRef ending = top;
    if (ending != null) {
      finish.expect(count);
      Patterns.gracefulStop(ending, FOR_EVER).toCompletableFuture().join();
      finish.await();
    }
  }

  private static final class Parent extends UntypedAbstractActor {
    private final Props child;
    private final int children;

    Parent(Props child, int children) {
      this.child = child;
      this.children = children;
    }

    @Override
    public void preStart() {
      for (int i = 0; i < children; i++) {
        getContext().actorOf(child);
      }
    }

    @Override
    public void onReceive(Object message) {
      unhandled(message);
    }
  }

  private static final class Idler extends UntypedAbstractActor {
    private final Finish finish;

    Idler(Finish finish) {
      this.finish = finish;
    }

    @Override
    public void preStart() {
      finish.arrive();
    }

    @Override
    public void onReceive(Object message) {
      unhandled(message);
    }

    @Override
    public void postStop() {
      finish.arrive();
    }
  }
}
