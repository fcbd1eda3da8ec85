package dev.heddle.testing;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.heddle.Heddle;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Runs each test of a {@link ConcurrentTestCase} on a thread of its own and watches it. One that
 * takes longer than {@link Delays#WEDGED} has its threads and metrics written to {@code
 * target/wedged}, is interrupted, and fails; if it does not end even then, it is left behind and
 * the next test goes on. Adds to the failure of a random test how to repeat it.
 *
 * <p>{@code -Dheddle.test.only=SIMULATED} leaves out all runs without that in their names.
 */
final class WedgeGuard implements InvocationInterceptor, ExecutionCondition {
  private static final @Nullable String ONLY = System.getProperty("heddle.test.only");

  private static final Path DUMPS = Path.of("target", "wedged");

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    boolean runs =
        ONLY == null
            || context.getTestMethod().isEmpty()
            || context.getTestInstance().isEmpty()
            || context.getDisplayName().contains(ONLY);
    return runs
        ? ConditionEvaluationResult.enabled("")
        : ConditionEvaluationResult.disabled("not of -Dheddle.test.only=" + ONLY);
  }

  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    run(invocation, method, context);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    run(invocation, method, context);
  }

  private static void run(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    ConcurrentTestCase test = (ConcurrentTestCase) context.getRequiredTestInstance();
    AtomicReference<@Nullable Throwable> outcome = new AtomicReference<>();
    String name = context.getRequiredTestMethod().getName() + " " + context.getDisplayName();
    boolean simulated =
        method.getArguments().stream().anyMatch(each -> each instanceof Setup s && s.simulated());
    Runnable body =
        simulated
            ? () -> outcome.set(SimulatedRun.of(context, () -> run(invocation, test)))
            : () -> outcome.set(run(invocation, test));
    Thread thread = Thread.ofPlatform().name(name).daemon().unstarted(body);
    thread.start();
    Throwable failure;
    if (thread.join(Delays.WEDGED)) {
      failure = outcome.get();
    } else {
      failure = wedged(test, context, name);
      failure.setStackTrace(thread.getStackTrace());
      thread.interrupt();
      thread.join(Delays.LONG);
      Throwable later = outcome.get();
      if (later != null) {
        failure.addSuppressed(later);
      }
    }
    if (failure != null) {
      Long seed = test.seed();
      if (seed != null) {
        failure.addSuppressed(new HowToRepeat(context, seed));
      }
      throw failure;
    }
  }

  /** The test and its end; what went wrong, the test's own failure first. */
  private static @Nullable Throwable run(Invocation<?> invocation, ConcurrentTestCase test) {
    Throwable failure = null;
    try {
      invocation.proceed();
    } catch (Throwable e) {
      failure = e;
    }
    List<Throwable> others = test.end();
    for (Throwable other : others) {
      if (failure == null) {
        failure = other;
      } else if (failure != other) {
        failure.addSuppressed(other);
      }
    }
    return failure;
  }

  private static AssertionError wedged(
      ConcurrentTestCase test, ExtensionContext context, String name) throws IOException {
    Files.createDirectories(DUMPS);
    String file =
        (context.getRequiredTestClass().getSimpleName() + "." + name).replaceAll("\\W+", "-");
    Path dump = DUMPS.resolve(file + ".txt").toAbsolutePath();
    Files.deleteIfExists(dump);
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
    StringBuilder metrics = new StringBuilder();
    for (Heddle heddle : test.runtimes()) {
      metrics.append(heddle).append('\n').append(heddle.metrics()).append('\n');
    }
    Files.writeString(dump, metrics, StandardOpenOption.APPEND);
    return new AssertionError("wedged; all threads and metrics are in " + dump + "\n" + metrics);
  }

  /** Stands in the failure's trace as suppressed. */
  private static final class HowToRepeat extends Exception {
    private static final long serialVersionUID = 1L;

    HowToRepeat(ExtensionContext context, long seed) {
      super(
          "to repeat it: mvn -pl core test -Dtest='%s#%s' -Dheddle.test.seed=%d"
              .formatted(
                  context.getRequiredTestClass().getSimpleName(),
                  context.getRequiredTestMethod().getName(),
                  seed),
          null,
          true,
          false);
    }
  }
}
