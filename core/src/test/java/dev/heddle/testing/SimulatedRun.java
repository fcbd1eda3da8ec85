package dev.heddle.testing;

import dev.heddle.sim.Simulation;
import dev.heddle.sim.SimulationConfig;
import dev.heddle.sim.SimulationFailure;
import dev.heddle.sim.SimulationReport;
import java.util.function.Supplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A test in a simulated world. Its own thread, those of {@link ConcurrentTestCase#thread} and all
 * waits of {@link ConcurrentTestCase} and {@link Gate} are simulated, as its runtimes are. The seed
 * comes from the test's name, so that it is the same each time; {@code -Dheddle.sim.seed=SEED} sets
 * another one. A run that may come out otherwise with the same seed fails.
 */
final class SimulatedRun {
  private static final long MOST_STEPS = 4_000_000;

  /**
   * Goes to no console meanwhile: the test runner's thread that flushes it now and then holds its
   * lock, and for a simulated fiber that waits for a thread outside the world's time runs on.
   */
  private static final Logger LOG = Logger.getLogger("dev.heddle");

  private SimulatedRun() {}

  /**
   * Simulates {@code test}, which returns what went wrong; returns the same, with what the
   * simulation knows about it, or what the simulation itself found.
   */
  static @Nullable Throwable of(ExtensionContext context, Supplier<@Nullable Throwable> test) {
    SimulationConfig config =
        SimulationConfig.DEFAULT.withMost(MOST_STEPS).withRepeat(command(context));
    LOG.setUseParentHandlers(false);
    try {
      SimulationReport report =
          Simulation.run(
              seed(context),
              config,
              () -> {
                Throwable wrong = test.get();
                if (wrong != null) {
                  throw new Wrong(wrong);
                }
              });
      return report.isRepeatable()
          ? null
          : new AssertionError("cannot be repeated, because " + String.join("\n", report.causes()));
    } catch (SimulationFailure e) {
      if (e.getCause() instanceof Wrong wrong && wrong.getCause() != null) {
        wrong.getCause().addSuppressed(new Simulated(e));
        return wrong.getCause();
      }
      return e;
    } catch (Throwable e) {
      return e;
    } finally {
      LOG.setUseParentHandlers(true);
    }
  }

  private static long seed(ExtensionContext context) {
    Long chosen = Long.getLong("heddle.sim.seed");
    return chosen != null
        ? chosen
        : (context.getRequiredTestClass().getName()
                + context.getRequiredTestMethod().getName()
                + context.getDisplayName())
            .hashCode();
  }

  private static String command(ExtensionContext context) {
    return "mvn -pl core test -Dtest='%s#%s' -Dheddle.sim.seed=%%d"
        .formatted(
            context.getRequiredTestClass().getSimpleName(),
            context.getRequiredTestMethod().getName());
  }

  /** Carries what went wrong through the simulation. */
  private static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;

    Wrong(Throwable wrong) {
      super(wrong.toString(), wrong, false, false);
    }
  }

  /** Stands in the failure's trace as suppressed. */
  private static final class Simulated extends Exception {
    private static final long serialVersionUID = 1L;

    Simulated(SimulationFailure failure) {
      super(failure.getMessage(), null, true, false);
    }
  }
}
