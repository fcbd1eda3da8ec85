package dev.heddle.scheduler;

import dev.heddle.verify.Linearizability;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link WorkDeque}: its owner pushes and pops at one end, thieves take several at the other. */
@Tag("lincheck")
class DequeLinearizabilityTest {
  private static final int LOOT = 2;

  /** The operations on a deque of two slots at first; real or broken. */
  public abstract static class Operations {
    private final StealingDeque deque;
    private @Nullable NumberedItem newest;

    Operations(StealingDeque deque) {
      this.deque = deque;
    }

    @Operation(nonParallelGroup = "owner")
    public void push(@Param(gen = IntGen.class, conf = "1:9") int number) {
      NumberedItem item = new NumberedItem(number);
      newest = item;
      deque.push(item);
    }

    @Operation(nonParallelGroup = "owner")
    public @Nullable Integer pop() {
      return deque.pop() instanceof NumberedItem item ? item.number : null;
    }

    /** Takes back what was pushed last. */
    @Operation(nonParallelGroup = "owner")
    public boolean takeBack() {
      NumberedItem last = newest;
      return last != null && deque.takeBack(last);
    }

    @Operation(nonParallelGroup = "owner")
    public void releaseMemory() {
      deque.releaseMemory();
    }

    /** As often as it takes to be no more in another one's way. */
    @Operation
    public List<Integer> steal() {
      @Nullable Work[] into = new Work[LOOT];
      int taken;
      do {
        taken = deque.steal(into);
      } while (taken == WorkDeque.CONTENDED);
      List<Integer> numbers = new ArrayList<>();
      for (int i = 0; i < taken; i++) {
        numbers.add(into[i] instanceof NumberedItem item ? item.number : -1);
      }
      return numbers;
    }
  }

  /** The real one, which renews its slots at the first item that is taken back. */
  public static final class Real extends Operations {
    public Real() {
      super(RealDeque.withCapacity(2));
    }
  }

  /** The copy without a fault. */
  public static final class Copy extends Operations {
    public Copy() {
      super(new FaultyDeque(FaultyDeque.Fault.NONE, 2));
    }
  }

  /** The owner pops down to the last item without a CAS. */
  public static final class ClaimsLastOnly extends Operations {
    public ClaimsLastOnly() {
      super(new FaultyDeque(FaultyDeque.Fault.CLAIM_LAST_ONLY, 2));
    }
  }

  /** A stack for the owner, a queue for thieves, who take half of it, rounded up. */
  public static class TakesHalf {
    private final ArrayDeque<Integer[]> items = new ArrayDeque<>();
    private Integer @Nullable [] newest;

    public void push(int number) {
      newest = new Integer[] {number};
      items.addLast(newest);
    }

    public @Nullable Integer pop() {
      Integer[] item = items.pollLast();
      return item == null ? null : item[0];
    }

    public boolean takeBack() {
      return newest != null && items.peekLast() == newest && items.pollLast() != null;
    }

    public void releaseMemory() {}

    public List<Integer> steal() {
      List<Integer> loot = new ArrayList<>();
      for (int n = Math.min(LOOT, reach(items.size())); n > 0; n--) {
        loot.add(items.removeFirst()[0]);
      }
      return loot;
    }

    int reach(int size) {
      return (size + 1) / 2;
    }
  }

  /** As the copy: thieves take all that they can. */
  public static final class TakesAll extends TakesHalf {
    @Override
    int reach(int size) {
      return size;
    }
  }

  @Test
  void theDequeIsAStackForItsOwnerAndAQueueForThieves() {
    Linearizability.holds(Real.class, TakesHalf.class);
  }

  @Test
  void theCopyWithoutAFaultPasses() {
    Linearizability.holds(Copy.class, TakesAll.class);
  }

  @Test
  void poppingWithinAThiefsReachWithoutAClaimIsCaught() {
    Linearizability.isRefuted(ClaimsLastOnly.class, TakesAll.class);
  }
}
