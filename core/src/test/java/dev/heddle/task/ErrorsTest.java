package dev.heddle.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.Heddle;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Whatever an item throws, its worker lives. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class ErrorsTest extends ConcurrentTestCase {

  /** A throwable that is neither exception nor error. */
  private static final class Strange extends Throwable {
    private static final long serialVersionUID = 1L;
  }

  private static List<Throwable> everyKind() {
    return List.of(
        new StackOverflowError("thrown by hand"),
        new OutOfMemoryError("thrown by hand"),
        new InternalError("on purpose"),
        new LinkageError("on purpose"),
        new ExceptionInInitializerError("on purpose"),
        new AssertionError("on purpose"),
        new Error("on purpose"),
        new IllegalStateException("on purpose"),
        new InterruptedException("on purpose"),
        new Exception("on purpose"),
        new Strange());
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> RuntimeException sneaky(Throwable e) throws E {
    throw (E) e;
  }

  /** What a join throws for {@code e}. */
  private static Throwable unwrapped(@Nullable Throwable thrown) {
    assertThat(thrown).isNotNull();
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }

  private static void assertAllWorkersLive(Heddle heddle) {
    assertThat(heddle.metrics().workers().stream().limit(heddle.workers()))
        .noneMatch(worker -> worker.state() == WorkerMetrics.State.STOPPED);
    for (int w = 0; w < heddle.workers(); w++) {
      int wanted = w;
      Task task =
          Task.of(() -> assertThat(Heddle.currentWorker()).isEqualTo(wanted))
              .affinity(Affinity.boundTo(w));
      heddle.invoke(task);
    }
  }

  @OnEachRuntime
  void whateverAJobThrowsArrivesAtItsJoinAndTheWorkerLives(Setup setup) {
    Heddle heddle = start(setup);
    for (Throwable e : everyKind()) {
      Job<?> job =
          heddle.submit(
              () -> {
                throw sneaky(e);
              });
      assertThatThrownBy(job::get).isInstanceOf(ExecutionException.class).hasCause(e);
      assertThat(unwrapped(catchThrowable(job::join))).isSameAs(e);
    }
    assertAllWorkersLive(heddle);
  }

  @OnEachRuntime
  void whateverATaskThrowsArrivesAtItsJoinAndTheWorkerLives(Setup setup) {
    Heddle heddle = start(setup);
    for (Throwable e : everyKind()) {
      Task task =
          Task.of(
              () -> {
                throw sneaky(e);
              });
      assertThat(unwrapped(catchThrowable(() -> heddle.invoke(task)))).isSameAs(e);
    }
    assertAllWorkersLive(heddle);
  }

  @OnEachRuntime
  void whateverAJobOfAScopeThrowsArrivesAtTheScope(Setup setup) {
    Heddle heddle = start(setup);
    for (Throwable e : everyKind()) {
      try (Scope scope = heddle.scope()) {
        scope.spawn(
            () -> {
              throw sneaky(e);
            });
        assertThat(unwrapped(catchThrowable(scope::join))).isSameAs(e);
      }
    }
    assertAllWorkersLive(heddle);
  }

  @OnEachRuntime
  void whateverADetachedTaskThrowsArrivesAtTheHandler(Setup setup) {
    Queue<Throwable> told = new ConcurrentLinkedQueue<>();
    Heddle heddle = start(builder(setup).uncaughtExceptionHandler((thread, e) -> told.add(e)));
    List<Throwable> all = everyKind();
    for (Throwable e : all) {
      heddle.spawn(
          () -> {
            throw sneaky(e);
          });
    }
    await("all are told", () -> told.size() == all.size());

    assertThat(told).containsExactlyInAnyOrderElementsOf(all);
    assertAllWorkersLive(heddle);
  }

  @OnEachRuntime
  void aHandlerThatThrowsHarmsNobody(Setup setup) {
    Queue<Throwable> told = new ConcurrentLinkedQueue<>();
    Heddle heddle =
        start(
            builder(setup)
                .uncaughtExceptionHandler(
                    (thread, e) -> {
                      told.add(e);
                      throw new IllegalStateException("from the handler");
                    }));
    for (int i = 0; i < 10; i++) {
      heddle.spawn(
          () -> {
            throw new IllegalStateException("on purpose");
          });
    }
    await("all are told", () -> told.size() == 10);

    assertAllWorkersLive(heddle);
  }

  @OnEachRuntime
  void aRealStackOverflowIsAFailureLikeAnyOther(Setup setup) {
    Heddle heddle = start(setup);
    for (int round = 0; round < 3; round++) {
      assertThatThrownBy(() -> heddle.invoke(() -> endless(0)))
          .isInstanceOf(StackOverflowError.class);
    }
    assertAllWorkersLive(heddle);
  }

  @SuppressWarnings("InfiniteRecursion")
  private static int endless(int depth) {
    return 1 + endless(depth + 1);
  }

  /** The overflow happens anywhere, in the middle of spawn and join too. */
  @OnEachRuntime(workers = {1, 2})
  void aStackOverflowInTheMiddleOfForkAndJoinHarmsNobodyElse(Setup setup) {
    Heddle heddle = start(setup);
    for (int round = 0; round < 3; round++) {
      AtomicBoolean overflowed = new AtomicBoolean();
      Throwable thrown = catchThrowable(() -> heddle.invoke(new EndlessFork(overflowed)));
      assertThat(thrown).isInstanceOf(StackOverflowError.class);
    }
    assertAllWorkersLive(heddle);
  }

  /** Forks until the stack is full once; a child whose join came to nothing then finds an end. */
  private static final class EndlessFork extends Task {
    private final AtomicBoolean overflowed;

    EndlessFork(AtomicBoolean overflowed) {
      this.overflowed = overflowed;
    }

    @Override
    protected @Nullable Task execute() {
      if (!overflowed.get()) {
        try {
          EndlessFork child = new EndlessFork(overflowed);
          child.spawn();
          child.join();
        } catch (StackOverflowError e) {
          overflowed.set(true);
          throw e;
        }
      }
      return null;
    }
  }
}
