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
  interface Behaviour {
    void step(Probe self, Events events, StepOutput out) throws Exception;
  }

  final AtomicInteger steps = new AtomicInteger();
  final AtomicInteger closes = new AtomicInteger();

  /** All that has arrived, in order. */
  final Queue<Event> events = new ConcurrentLinkedQueue<>();

  private final AtomicBoolean busy = new AtomicBoolean();
  private final Behaviour behaviour;
  private @Nullable ProcessContext context;

  Probe(Behaviour behaviour) {
    this.behaviour = behaviour;
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
  static Probe onEvent(EventBehaviour behaviour) {
    return new Probe(
        (self, events, out) -> {
          for (Event event : events) {
            behaviour.on(self, event, out);
          }
        });
  }

  /** What to do with one event. */
  @FunctionalInterface
  interface EventBehaviour {
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
      behaviour.step(this, given, out);
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
