package dev.heddle.scheduler;

import dev.heddle.verify.Linearizability;
import java.util.ArrayDeque;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link ReadyRing}: its owner adds, anybody takes, first in, first out. */
@Tag("lincheck")
class RingLinearizabilityTest {

  /** The operations on a ring of two slots at first; real or broken. */
  public abstract static class Operations {
    private final FiberRing ring;

    Operations(FiberRing ring) {
      this.ring = ring;
    }

    @Operation(nonParallelGroup = "owner")
    public void add(@Param(gen = IntGen.class, conf = "1:9") int number) {
      ring.add(new Numbered(number));
    }

    @Operation(nonParallelGroup = "owner")
    public void releaseMemory() {
      ring.releaseMemory();
    }

    @Operation(nonParallelGroup = "owner")
    public void renew() {
      ring.renew();
    }

    @Operation
    public @Nullable Integer poll() {
      return ring.poll() instanceof Numbered found ? found.number : null;
    }
  }

  private static final class Numbered implements Runnable {
    final int number;

    Numbered(int number) {
      this.number = number;
    }

    @Override
    public void run() {}
  }

  /** No record, as Lincheck does not see into these. */
  private static final class RealRing implements FiberRing {
    private final ReadyRing ring = new ReadyRing(2);

    @Override
    public void add(Runnable fiber) {
      ring.add(fiber);
    }

    @Override
    public void releaseMemory() {
      ring.releaseMemory();
    }

    @Override
    public void renew() {
      ring.renew();
    }

    @Override
    public @Nullable Runnable poll() {
      return (Runnable) ring.poll();
    }
  }

  /** The real one. */
  public static final class Real extends Operations {
    public Real() {
      super(new RealRing());
    }
  }

  /** Takes without a CAS. */
  public static final class Unclaimed extends Operations {
    public Unclaimed() {
      super(new FaultyRing(FaultyRing.Fault.TAKEN_WITHOUT_CLAIM, 2));
    }
  }

  /** A queue. */
  public static final class Specification {
    private final ArrayDeque<Integer> queue = new ArrayDeque<>();

    public void add(int number) {
      queue.add(number);
    }

    public void releaseMemory() {}

    public void renew() {}

    public @Nullable Integer poll() {
      return queue.poll();
    }
  }

  @Test
  void theRingIsAQueue() {
    Linearizability.holds(Real.class, Specification.class);
  }

  @Test
  void takingWithoutAClaimIsCaught() {
    Linearizability.isRefuted(Unclaimed.class, Specification.class);
  }
}
