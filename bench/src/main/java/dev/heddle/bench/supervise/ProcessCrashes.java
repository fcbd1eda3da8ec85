package dev.heddle.bench.supervise;

import dev.heddle.Heddle;
import dev.heddle.process.Cancel;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Message;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import dev.heddle.supervisor.ChildSpec;
import dev.heddle.supervisor.Supervisor;
import dev.heddle.supervisor.SupervisorSpec;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** On Heddle: a supervisor without a backoff, and with a limit that is never reached. */
final class ProcessCrashes {
  private static final Logger LOG = Logger.getLogger("dev.heddle");

  private ProcessCrashes() {}

  static LongSupplier setUp(Heddle heddle, Crashes crashes) {
    LOG.setLevel(Level.OFF);
    Processes processes = heddle.processes();
    AtomicReference<@Nullable Pid> current = new AtomicReference<>();
    SupervisorSpec spec =
        SupervisorSpec.oneForOne(ChildSpec.process("child", () -> new Child(crashes, current)))
            .withLimit(Integer.MAX_VALUE, Duration.ofMillis(1));
    try {
      Supervisor.start(processes, spec);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    crashes.await();
    return () -> {
      Pid child = current.get();
      if (child != null) {
        processes.send(child, Crashes.MESSAGE);
      }
      return crashes.await();
    };
  }

  private static final class Child implements Process {
    private final Crashes crashes;
    private final AtomicReference<@Nullable Pid> current;

    Child(Crashes crashes, AtomicReference<@Nullable Pid> current) {
      this.crashes = crashes;
      this.current = current;
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      current.set(context.self());
      if (crashes.begins()) {
        context.send(context.self(), Crashes.MESSAGE);
      }
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        switch (event) {
          case Message _ -> throw crashes.crash();
          case Cancel _ -> out.complete();
          default -> {}
        }
      }
    }
  }
}
