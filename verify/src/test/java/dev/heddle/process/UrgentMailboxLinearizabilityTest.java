package dev.heddle.process;

import dev.heddle.verify.Linearizability;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link ProcessMailbox} with urgent messages, which overtake all others. */
@Tag("lincheck")
class UrgentMailboxLinearizabilityTest {
  /** What shows who overtakes whom: somebody polls, another sends something urgent first. */
  private static final List<List<String>> URGENT_FIRST =
      List.of(List.of("poll"), List.of("pushUrgent", "push"));

  private static final class Bare extends ProcessMailbox {
    @Override
    protected void abandon(RuntimeException reason) {}
  }

  /** The real one. It stays open. */
  public static final class Real {
    private final Bare mailbox = new Bare();

    @Operation
    public void push(@Param(gen = IntGen.class, conf = "1:9") int number) {
      boolean _ = mailbox.push(new Message(number));
    }

    @Operation
    public void pushUrgent(@Param(gen = IntGen.class, conf = "1:9") int number) {
      boolean _ = mailbox.pushUrgent(new UrgentMessage("urgent " + number));
    }

    @Operation(nonParallelGroup = "claimer")
    public @Nullable Object poll() {
      Event event = mailbox.poll();
      return event == null ? null : event.data();
    }
  }

  /** Broken on purpose: looks for something urgent once, before it takes the rest. */
  public static final class LooksOnce {
    private final ConcurrentLinkedQueue<Integer> plain = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> urgent = new ConcurrentLinkedQueue<>();

    @Operation
    public void push(@Param(gen = IntGen.class, conf = "1:9") int number) {
      plain.add(number);
    }

    @Operation
    public void pushUrgent(@Param(gen = IntGen.class, conf = "1:9") int number) {
      urgent.add("urgent " + number);
    }

    @Operation(nonParallelGroup = "claimer")
    public @Nullable Object poll() {
      String first = urgent.poll();
      return first == null ? plain.poll() : first;
    }
  }

  /** Two queues, of which one goes first. */
  public static final class Specification {
    private final ArrayDeque<Integer> plain = new ArrayDeque<>();
    private final ArrayDeque<String> urgent = new ArrayDeque<>();

    public void push(int number) {
      plain.add(number);
    }

    public void pushUrgent(int number) {
      urgent.add("urgent " + number);
    }

    public @Nullable Object poll() {
      return urgent.isEmpty() ? plain.poll() : urgent.poll();
    }
  }

  @Test
  void urgentMessagesOvertakeAllOthers() {
    Linearizability.holds(Real.class, Specification.class);
  }

  @Test
  void nothingOvertakesAnUrgentMessageThatWasSentBefore() {
    Linearizability.holdsFor(Real.class, Specification.class, URGENT_FIRST);
  }

  @Test
  void lookingForUrgentMessagesOnceIsCaught() {
    Linearizability.isRefutedFor(LooksOnce.class, Specification.class, URGENT_FIRST);
  }
}
