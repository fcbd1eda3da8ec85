package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A process that does what a test says, and keeps count: of what it was given, of its steps and of
 * its ends. It fails if two of its methods run at once, or one after its close.
 */
final class Probe implements Process {
  /** One step of a test's process. */
  @FunctionalInterface
  interface Script {
    void step(Probe self, Events events, StepOutput out) throws Exception;
  }

  final AtomicInteger steps = new AtomicInteger();
  final AtomicInteger closes = new AtomicInteger();

  /** All that has arrived, in order. */
  final Queue<Event> events = new ConcurrentLinkedQueue<>();

  private final AtomicBoolean busy = new AtomicBoolean();
  private final Script script;
  private @Nullable ProcessContext context;

  Probe(Script script) {
    this.script = script;
  }

  /** Waits for messages for ever; a {@link Cancel} completes it. */
  static Probe waiting() {
    return new Probe((self, events, out) -> self.completeIfCancelled(events, out));
  }

  /** Waits for messages for ever, and leaves it to the runtime to close it. */
  static Probe stubborn() {
    return new Probe((self, events, out) -> {});
  }

  /** Says what to do with each event after the start. */
  static Probe onEvent(EventScript script) {
    return new Probe(
        (self, events, out) -> {
          for (Event event : events) {
            script.on(self, event, out);
          }
        });
  }

  /**
   * Does what it is sent: an {@link Order}, {@code "end"} or {@code "crash"}; a {@link Cancel} ends
   * it too.
   */
  static Probe obeying() {
    return onEvent(
        (self, event, out) -> {
          Object said = event instanceof Message message ? message.data() : "";
          if (said instanceof Order order) {
            order.carryOut(self, out);
          } else if (said.equals("crash")) {
            throw new IllegalStateException("crash");
          } else if (said.equals("end") || event instanceof Cancel) {
            out.complete("ended");
          }
        });
  }

  /** What one that {@linkplain #obeying obeys} is sent to do. */
  @FunctionalInterface
  interface Order {
    void carryOut(Probe self, StepOutput out) throws Exception;
  }

  /** What to do with one event. */
  @FunctionalInterface
  interface EventScript {
    void on(Probe self, Event event, StepOutput out) throws Exception;
  }

  void completeIfCancelled(Events events, StepOutput out) {
    for (Event event : events) {
      if (event instanceof Cancel) {
        out.complete("cancelled");
      }
    }
  }

  /** In {@code init}, a step or {@code close}. */
  ProcessContext context() {
    ProcessContext given = context;
    if (given == null) {
      throw new AssertionError("init has not been called");
    }
    return given;
  }

  /** The data of all messages so far. */
  List<Object> messages() {
    List<Object> all = new ArrayList<>();
    for (Event event : events) {
      if (event instanceof Message message) {
        all.add(message.data());
      }
    }
    return all;
  }

  /** All events of {@code type} so far. */
  <T extends Event> List<T> all(Class<T> type) {
    List<T> all = new ArrayList<>();
    for (Event event : events) {
      if (type.isInstance(event)) {
        all.add(type.cast(event));
      }
    }
    return all;
  }

  /** All completions so far. */
  List<Completion> completions() {
    List<Completion> all = new ArrayList<>();
    for (Event event : events) {
      if (event instanceof Completion completion) {
        all.add(completion);
      }
    }
    return all;
  }

  @Override
  public void init(ProcessContext given, String method, @Nullable Object input) {
    enter();
    context = given;
    leave();
  }

  @Override
  public void step(Events given, StepOutput out) throws Exception {
    enter();
    try {
      steps.incrementAndGet();
      given.forEach(events::add);
      script.step(this, given, out);
    } finally {
      leave();
    }
  }

  @Override
  public void close() {
    enter();
    closes.incrementAndGet();
    leave();
  }

  private void enter() {
    assertThat(busy.getAndSet(true)).as("somebody else is in it").isFalse();
    assertThat(closes).as("closed before").hasValue(0);
  }

  private void leave() {
    busy.set(false);
  }
}
