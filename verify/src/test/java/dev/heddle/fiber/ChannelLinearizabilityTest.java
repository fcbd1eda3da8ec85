package dev.heddle.fiber;

import dev.heddle.loom.StackRoom;
import dev.heddle.verify.Linearizability;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link Channel}: what never waits. An exception is a result, too. */
@Tag("lincheck")
class ChannelLinearizabilityTest {
  private static final int CAPACITY = 2;

  /** Makes classes when it is initialised, which is not to be a step of a schedule. */
  @BeforeAll
  static void initialiseStackRoom() {
    StackRoom.toHold();
  }

  /** The real one. */
  public static final class Real {
    private final Channel<Integer> channel = Channel.buffered(CAPACITY);

    @Operation
    public boolean trySend(@Param(gen = IntGen.class, conf = "1:9") int element) {
      return channel.trySend(element);
    }

    @Operation
    public @Nullable Integer tryReceive() {
      return channel.tryReceive();
    }

    @Operation
    public void close() {
      channel.close();
    }

    @Operation
    public boolean isClosed() {
      return channel.isClosed();
    }

    @Operation
    public int size() {
      return channel.size();
    }
  }

  /** Broken on purpose: looks for room and for the end, and then sends, without a guard. */
  public static final class Unguarded {
    private final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    @Operation
    public boolean trySend(@Param(gen = IntGen.class, conf = "1:9") int element) {
      if (closed) {
        throw ended();
      }
      return queue.size() < CAPACITY && queue.add(element);
    }

    @Operation
    public @Nullable Integer tryReceive() {
      Integer element = queue.poll();
      if (element == null && closed) {
        throw ended();
      }
      return element;
    }

    @Operation
    public void close() {
      closed = true;
    }

    @Operation
    public boolean isClosed() {
      return closed;
    }

    @Operation
    public int size() {
      return queue.size();
    }
  }

  /** A queue with a bound and an end. */
  public static final class Specification {
    private final ArrayDeque<Integer> queue = new ArrayDeque<>();
    private boolean closed;

    public boolean trySend(int element) {
      if (closed) {
        throw ended();
      }
      return queue.size() < CAPACITY && queue.add(element);
    }

    public @Nullable Integer tryReceive() {
      if (closed && queue.isEmpty()) {
        throw ended();
      }
      return queue.poll();
    }

    public void close() {
      closed = true;
    }

    public boolean isClosed() {
      return closed;
    }

    public int size() {
      return queue.size();
    }
  }

  private static ChannelClosedException ended() {
    return new ChannelClosedException("closed", null);
  }

  @Test
  void theChannelIsABoundedQueueWithAnEnd() {
    Linearizability.holds(Real.class, Specification.class);
  }

  @Test
  void aChannelWithoutAGuardIsCaught() {
    Linearizability.isRefuted(Unguarded.class, Specification.class);
  }
}
