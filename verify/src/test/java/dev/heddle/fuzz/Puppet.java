package dev.heddle.fuzz;

import dev.heddle.process.Cancel;
import dev.heddle.process.Down;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Exited;
import dev.heddle.process.Message;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessBody;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.StepOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A process that does what it is told, and keeps what it was sent. */
final class Puppet {
  /** What ends it. */
  enum Order {
    COMPLETE,
    CRASH
  }

  /** Asks for the number after this one. */
  record Next(int number) {}

  /** Asks it to do something with another process. */
  record Tie(Kind kind, Pid other) {
    enum Kind {
      LINK,
      UNLINK,
      WATCH
    }
  }

  private final boolean trapsExits;
  private final Queue<Integer> numbers = new ConcurrentLinkedQueue<>();
  private final Queue<Pid> downs = new ConcurrentLinkedQueue<>();
  private final Queue<Pid> exits = new ConcurrentLinkedQueue<>();

  Puppet(boolean trapsExits) {
    this.trapsExits = trapsExits;
  }

  List<Integer> numbers() {
    return new ArrayList<>(numbers);
  }

  List<Pid> downs() {
    return new ArrayList<>(downs);
  }

  List<Pid> exits() {
    return new ArrayList<>(exits);
  }

  /** It as a state machine. */
  Process process() {
    return new Process() {
      private @Nullable ProcessContext context;

      @Override
      public void init(ProcessContext given, String method, @Nullable Object input) {
        context = given;
        given.trapExits(trapsExits);
      }

      @Override
      public void step(Events events, StepOutput out) {
        for (Event event : events) {
          Object content = event instanceof Message message ? message.data() : event;
          Message asked = event instanceof Message message ? message : null;
          if (event instanceof Cancel
              || ends(content, asked, Objects.requireNonNull(context, "context"))) {
            out.complete();
            return;
          }
        }
      }
    };
  }

  /** It as a fiber. */
  ProcessBody body() {
    return inbox -> {
      inbox.context().trapExits(trapsExits);
      while (true) {
        Object content = inbox.receive();
        Message asked = content instanceof Event ? null : inbox.message();
        if (ends(content, asked, inbox.context())) {
          return null;
        }
      }
    };
  }

  /** Whether it has to complete now. */
  private boolean ends(Object content, @Nullable Message asked, ProcessContext context) {
    switch (content) {
      case Integer number -> numbers.add(number);
      case Next next when asked != null -> asked.reply(next.number() + 1);
      case Tie tie when asked != null -> {
        make(tie, context);
        asked.reply("done");
      }
      case Down down -> downs.add(down.pid());
      case Exited exited -> exits.add(exited.pid());
      case Order order -> {
        if (order == Order.CRASH) {
          throw new IllegalStateException("told to crash");
        }
        return true;
      }
      default -> throw new AssertionError("nobody sends " + content);
    }
    return false;
  }

  private static void make(Tie tie, ProcessContext context) {
    switch (tie.kind()) {
      case LINK -> context.link(tie.other());
      case UNLINK -> context.unlink(tie.other());
      case WATCH -> {
        var _ = context.monitor(tie.other());
      }
    }
  }
}
