package dev.heddle.scheduler;

import dev.heddle.verify.Linearizability;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@link SharedQueue} with one lane: first in, first out. With several it promises less, and which
 * lane an item goes to depends on the thread.
 */
@Tag("lincheck")
class SharedQueueLinearizabilityTest {

  /** The real one. */
  public static final class Real {
    private final SharedQueue queue = new SharedQueue(1);

    @Operation
    public void add(@Param(gen = IntGen.class, conf = "1:9") int number) {
      queue.add(NumberedLink.numbered(number));
    }

    @Operation
    public @Nullable Integer poll() {
      int number = NumberedLink.numberOf(queue.poll(0));
      return number < 0 ? null : number;
    }

    @Operation
    public boolean isEmpty() {
      return queue.isEmpty();
    }
  }

  /** Broken on purpose: looks at the oldest, and then removes it. */
  public static final class LooksFirst {
    private final ConcurrentLinkedQueue<NumberedItem> lane = new ConcurrentLinkedQueue<>();

    @Operation
    public void add(@Param(gen = IntGen.class, conf = "1:9") int number) {
      lane.add(new NumberedItem(number));
    }

    @Operation
    public @Nullable Integer poll() {
      NumberedItem oldest = lane.peek();
      if (oldest == null) {
        return null;
      }
      lane.remove(oldest);
      return oldest.number;
    }

    @Operation
    public boolean isEmpty() {
      return lane.isEmpty();
    }
  }

  /** The copy of a lane. */
  public abstract static class Copy {
    private final FaultyLane lane;

    Copy(FaultyLane.Fault fault) {
      lane = new FaultyLane(fault);
    }

    @Operation
    public void add(@Param(gen = IntGen.class, conf = "1:9") int number) {
      lane.add(new NumberedItem(number));
    }

    @Operation
    public @Nullable Integer poll() {
      int number = NumberedLink.numberOf(lane.poll());
      return number < 0 ? null : number;
    }
  }

  /** Without a fault. */
  public static final class FaithfulCopy extends Copy {
    public FaithfulCopy() {
      super(FaultyLane.Fault.NONE);
    }
  }

  /** Broken on purpose: adds behind what is gone. */
  public static final class AddsBehindWhatIsGone extends Copy {
    public AddsBehindWhatIsGone() {
      super(FaultyLane.Fault.GONE_LOOKS_LAST);
    }
  }

  /** A queue. */
  public static final class Specification {
    private final ArrayDeque<Integer> queue = new ArrayDeque<>();

    public void add(int number) {
      queue.add(number);
    }

    public @Nullable Integer poll() {
      return queue.poll();
    }

    public boolean isEmpty() {
      return queue.isEmpty();
    }
  }

  @Test
  void oneLaneIsAQueue() {
    Linearizability.holds(Real.class, Specification.class);
  }

  @Test
  void lookingBeforeTakingIsCaught() {
    Linearizability.isRefuted(LooksFirst.class, Specification.class);
  }

  @Test
  void theCopyWithoutAFaultIsAQueue() {
    Linearizability.holds(FaithfulCopy.class, Specification.class);
  }

  @Test
  void addingBehindWhatIsGoneIsCaught() {
    Linearizability.isRefuted(AddsBehindWhatIsGone.class, Specification.class);
  }
}
