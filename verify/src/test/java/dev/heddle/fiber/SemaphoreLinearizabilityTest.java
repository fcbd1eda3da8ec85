package dev.heddle.fiber;

import dev.heddle.loom.StackRoom;
import dev.heddle.verify.Linearizability;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link Semaphore}: what never waits. */
@Tag("lincheck")
class SemaphoreLinearizabilityTest {

  /** Makes classes when it is initialised, which is not to be a step of a schedule. */
  @BeforeAll
  static void initialiseStackRoom() {
    StackRoom.toHold();
  }

  /** The real one. */
  public static final class Real {
    private final Semaphore semaphore = new Semaphore(1);

    @Operation
    public boolean tryAcquire(@Param(gen = IntGen.class, conf = "1:2") int permits) {
      return semaphore.tryAcquire(permits);
    }

    @Operation
    public void release(@Param(gen = IntGen.class, conf = "1:2") int permits) {
      semaphore.release(permits);
    }

    @Operation
    public int drain() {
      return semaphore.drain();
    }

    @Operation
    public int available() {
      return semaphore.available();
    }
  }

  /** Broken on purpose: looks, and then takes. */
  public static final class Careless {
    private final AtomicInteger permits = new AtomicInteger(1);

    @Operation
    public boolean tryAcquire(@Param(gen = IntGen.class, conf = "1:2") int wanted) {
      if (permits.get() < wanted) {
        return false;
      }
      permits.addAndGet(-wanted);
      return true;
    }

    @Operation
    public void release(@Param(gen = IntGen.class, conf = "1:2") int more) {
      permits.addAndGet(more);
    }

    @Operation
    public int drain() {
      return permits.getAndSet(0);
    }

    @Operation
    public int available() {
      return permits.get();
    }
  }

  /** A number. */
  public static final class Specification {
    private int permits = 1;

    public boolean tryAcquire(int wanted) {
      if (permits < wanted) {
        return false;
      }
      permits -= wanted;
      return true;
    }

    public void release(int more) {
      permits += more;
    }

    public int drain() {
      int all = permits;
      permits = 0;
      return all;
    }

    public int available() {
      return permits;
    }
  }

  @Test
  void permitsAreANumber() {
    Linearizability.holds(Real.class, Specification.class);
  }

  @Test
  void lookingBeforeTakingIsCaught() {
    Linearizability.isRefuted(Careless.class, Specification.class);
  }
}
