package dev.heddle.supervisor;

import dev.heddle.process.Behaviour;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessBody;
import java.util.Objects;
import java.util.function.Supplier;

/** What makes a child, anew for each start. */
public sealed interface ChildFactory {
  /**
   * Makes a state machine.
   *
   * @param supplier called on the supervisor, once for each start; what it throws fails the start
   */
  record OfProcess(Supplier<? extends Process> supplier) implements ChildFactory {
    public OfProcess {
      Objects.requireNonNull(supplier, "supplier");
    }
  }

  /**
   * Makes a process that is a fiber.
   *
   * @param supplier called on the supervisor, once for each start; what it throws fails the start
   */
  record OfBody(Supplier<? extends ProcessBody> supplier) implements ChildFactory {
    public OfBody {
      Objects.requireNonNull(supplier, "supplier");
    }
  }

  /**
   * Makes a process of handlers.
   *
   * @param supplier called on the supervisor, once for each start; what it throws fails the start
   */
  record OfBehaviour(Supplier<Behaviour> supplier) implements ChildFactory {
    public OfBehaviour {
      Objects.requireNonNull(supplier, "supplier");
    }
  }

  /**
   * Makes another supervisor.
   *
   * @param spec its description
   */
  record OfSupervisor(SupervisorSpec spec) implements ChildFactory {
    public OfSupervisor {
      Objects.requireNonNull(spec, "spec");
    }
  }
}
