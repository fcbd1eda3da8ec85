package dev.heddle.process;

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

/** {@link ProcessMailbox}: anybody pushes, and the one who has claimed the process takes. */
@Tag("lincheck")
class MailboxLinearizabilityTest {
  private static final class Bare extends ProcessMailbox {
    @Override
    protected void abandon(RuntimeException reason) {}
  }

  /** Plain messages, until the mailbox is closed. */
  public static final class Real {
    private final Bare mailbox = new Bare();

    /** Who has closed it does not come again. */
    private boolean closed;

    @Operation
    public boolean push(@Param(gen = IntGen.class, conf = "1:9") int number) {
      return mailbox.push(new Message(number));
    }

    @Operation(nonParallelGroup = "claimer")
    public @Nullable Object poll() {
      Event event = closed ? null : mailbox.poll();
      return event == null ? null : event.data();
    }

    /** Takes what there is, and works the first off. */
    @Operation(nonParallelGroup = "claimer")
    public List<Object> takeSome() {
      List<Object> taken = new ArrayList<>();
      Event rest = closed ? null : mailbox.takeChain();
      if (rest != null) {
        taken.add(String.valueOf(rest.data()));
        Event after = rest.next;
        rest.next = null;
        mailbox.keepRest(after, 1);
      }
      return taken;
    }

    @Operation(nonParallelGroup = "claimer")
    public List<Object> close() {
      closed = true;
      return numbers(mailbox.closeMailbox());
    }
  }

  /** Broken on purpose: the copy whose claimer looks what is there, and then empties it. */
  public static final class WithoutExchange {
    private final FaultyProcess mailbox =
        new FaultyProcess(FaultyProcess.Fault.TAKE_WITHOUT_EXCHANGE);

    @Operation
    public boolean push(@Param(gen = IntGen.class, conf = "1:9") int number) {
      return mailbox.send(new Message(number), () -> {});
    }

    @Operation(nonParallelGroup = "claimer")
    public @Nullable Object poll() {
      Event event = mailbox.poll();
      return event == null ? null : event.data();
    }

    @Operation(nonParallelGroup = "claimer")
    public List<Object> takeSome() {
      Event event = mailbox.poll();
      return event == null ? List.of() : List.of(String.valueOf(event.data()));
    }

    @Operation(nonParallelGroup = "claimer")
    public List<Object> close() {
      return numbers(mailbox.closeMailbox());
    }
  }

  private static List<Object> numbers(@Nullable Event first) {
    List<Object> numbers = new ArrayList<>();
    for (Event each = first; each != null; each = each.next) {
      numbers.add(String.valueOf(each.data()));
    }
    return numbers;
  }

  /** A queue with an end. */
  public static final class Specification {
    private final ArrayDeque<Integer> queue = new ArrayDeque<>();
    private boolean closed;

    public boolean push(int number) {
      return !closed && queue.add(number);
    }

    public @Nullable Object poll() {
      return queue.poll();
    }

    public List<Object> takeSome() {
      return queue.isEmpty() ? List.of() : List.of(String.valueOf(queue.remove()));
    }

    public List<Object> close() {
      closed = true;
      List<Object> left = new ArrayList<>();
      while (!queue.isEmpty()) {
        left.add(String.valueOf(queue.remove()));
      }
      return left;
    }
  }

  @Test
  void theMailboxIsAQueueWithAnEnd() {
    Linearizability.holds(Real.class, Specification.class);
  }

  @Test
  void takingWithoutAnExchangeIsCaught() {
    Linearizability.isRefuted(WithoutExchange.class, Specification.class);
  }
}
