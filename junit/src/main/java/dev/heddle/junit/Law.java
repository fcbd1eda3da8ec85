package dev.heddle.junit;

import dev.heddle.Heddle;
import dev.heddle.RuntimeWatch;
import dev.heddle.metrics.RuntimeMetrics;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.process.ProcessCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What holds from the beginning of a test to its end, or of a class: see {@link LawOfTests}. Begun
 * and ended by JUnit's thread; told of failures by any.
 */
final class Law {
  private final Queue<AssertionError> failures = new ConcurrentLinkedQueue<>();
  private final RuntimeWatch watch = RuntimeWatch.open();
  private final NewThreads threads = new NewThreads();
  private final Thread.UncaughtExceptionHandler handler = this::uncaught;
  private final Thread.@Nullable UncaughtExceptionHandler before =
      Thread.getDefaultUncaughtExceptionHandler();

  /** What was under way before in the runtimes of the class, which the test may use. */
  private final Map<Heddle, Long> shared = new LinkedHashMap<>();

  private Law(List<Law> around) {
    for (Law outer : around) {
      outer.watch.close(); // the rest is seen by this one
      for (Heddle runtime : outer.watch.runtimes()) {
        if (!runtime.isClosed()) {
          shared.put(runtime, underWay(runtime));
        }
      }
    }
    Thread.setDefaultUncaughtExceptionHandler(handler);
  }

  /** Begins, within {@code around}, the innermost first. */
  static Law begin(List<Law> around) {
    return new Law(around);
  }

  private void uncaught(Thread thread, Throwable e) {
    failures.add(new AssertionError("uncaught in the thread '" + thread.getName() + "': " + e, e));
  }

  /** The runtimes of the test and of the class around it. */
  List<Heddle> allRuntimes() {
    List<Heddle> all = new ArrayList<>(shared.keySet());
    all.addAll(watch.runtimes());
    return all;
  }

  /** The end: what went wrong; null: nothing. */
  @Nullable AssertionError end(LawOfTests terms) {
    Duration patience = Delays.scaled(Duration.ofMillis(terms.patience()));
    watch.close();
    for (Heddle runtime : watch.runtimes()) {
      checkEnd(runtime, terms, patience);
    }
    shared.forEach((runtime, before) -> checkShared(runtime, before, patience));
    checkThreads(terms.threads(), patience);
    if (Thread.getDefaultUncaughtExceptionHandler() == handler) {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    AssertionError first = failures.poll();
    if (first != null) {
      failures.forEach(first::addSuppressed);
    }
    return first;
  }

  private void checkEnd(Heddle runtime, LawOfTests terms, Duration patience) {
    if (!runtime.isClosed()) {
      fail("the runtime '%s' was not closed\n%s".formatted(runtime.name(), runtime.dump()));
      runtime.shutdown(Duration.ZERO); // so that the next test need not suffer from it
      return;
    }
    ShutdownReport report = runtime.shutdown(Duration.ZERO); // tells how the close went
    if (!report.orderly()) {
      if (!terms.forcedClose()) {
        fail("the runtime '%s' was closed by force: %s".formatted(runtime.name(), report));
      }
      return;
    }
    if (!comesTrue(() -> isSettled(runtime.processes().counts()), patience)) {
      fail(
          "the accounts of the runtime '%s' do not balance after its end: %s"
              .formatted(runtime.name(), runtime.processes().counts()));
    }
  }

  /** Whether nothing is missing, nobody lives and no message waits. */
  static boolean isSettled(ProcessCounts counts) {
    return counts.balance() && counts.alive() == 0 && counts.queued() == 0;
  }

  private void checkShared(Heddle runtime, long before, Duration patience) {
    if (!comesTrue(() -> underWay(runtime) <= before, patience)) {
      fail(
          "something was left in the runtime '%s': %d fibers, tasks and processes, and %d before\n%s"
              .formatted(runtime.name(), underWay(runtime), before, runtime.dump()));
    }
  }

  /** Fibers, tasks and processes that have begun and not ended. */
  private static long underWay(Heddle runtime) {
    RuntimeMetrics metrics = runtime.metrics();
    return metrics.fibers() + metrics.busyRunners() + runtime.processes().counts().alive();
  }

  private void checkThreads(String mayStay, Duration patience) {
    List<Heddle> open = shared.keySet().stream().filter(runtime -> !runtime.isClosed()).toList();
    if (!comesTrue(() -> threads.left(mayStay, open).isEmpty(), patience)) {
      List<String> left = threads.left(mayStay, open);
      if (!left.isEmpty()) {
        fail(left.size() + " threads were left:\n" + String.join("\n", left));
      }
    }
  }

  private void fail(String what) {
    AssertionError failure = new AssertionError(what);
    failure.setStackTrace(new StackTraceElement[0]); // it is about no place in the code
    failures.add(failure);
  }

  /** Looks at once, and then again and again until {@code patience} is over. */
  private static boolean comesTrue(BooleanSupplier condition, Duration patience) {
    long start = System.nanoTime();
    long pause = 100_000;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > patience.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, 50_000_000);
    }
    return true;
  }
}
