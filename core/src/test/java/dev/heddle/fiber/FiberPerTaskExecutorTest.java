package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

@SuppressWarnings("FutureReturnValueIgnored") // the close of the executor waits for it
class FiberPerTaskExecutorTest extends ConcurrentTestCase {

  @OnEachRuntime
  void eachTaskHasAFiberOfItsOwn(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    ThreadLocal<Integer> local = new ThreadLocal<>();
    List<Future<Boolean>> futures = new ArrayList<>();
    try (ExecutorService executor = heddle.fiberPerTaskExecutor()) {
      for (int i = 0; i < 100; i++) {
        int number = i;
        futures.add(
            executor.submit(
                () -> {
                  boolean fresh = local.get() == null;
                  local.set(number);
                  Fiber.yield();
                  return fresh && local.get() == number && Heddle.currentWorker() >= 0;
                }));
      }
    }
    for (Future<Boolean> future : futures) {
      assertThat(future.isDone()).isTrue();
      assertThat(future.get()).isTrue();
    }
  }

  @OnEachRuntime
  void tasksMayWaitForOneAnother(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    try (ExecutorService executor = heddle.fiberPerTaskExecutor()) {
      assertThat(await(executor.submit(() -> nested(executor, 20)))).isEqualTo(20);
    }
  }

  private static int nested(ExecutorService executor, int depth) throws Exception {
    return depth == 0 ? 0 : 1 + executor.submit(() -> nested(executor, depth - 1)).get();
  }

  /** On either engine: the close of an executor is a wait of Heddle's own. */
  @OnEachRuntime(workers = 1)
  void anExecutorCanBeOpenedAndClosedInAFiber(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicInteger ran = new AtomicInteger();
    heddle
        .fiber(
            () -> {
              try (ExecutorService executor = heddle.fiberPerTaskExecutor()) {
                for (int i = 0; i < 10; i++) {
                  executor.submit(ran::incrementAndGet);
                }
              }
            })
        .join();
    assertThat(ran).hasValue(10);
  }

  @OnEachRuntime
  void invokeAllAndInvokeAnyWork(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      int number = i;
      tasks.add(() -> number);
    }
    try (ExecutorService executor = heddle.fiberPerTaskExecutor()) {
      int sum = 0;
      for (Future<Integer> future : executor.invokeAll(tasks)) {
        sum += future.get();
      }
      assertThat(sum).isEqualTo(190);
      assertThat(executor.invokeAny(tasks)).isBetween(0, 19);
    }
  }

  @OnEachRuntime
  void aFailureComesOutOfTheFuture(Setup setup) {
    Heddle heddle = start(setup);
    IllegalStateException failure = new IllegalStateException("on purpose");
    try (ExecutorService executor = heddle.fiberPerTaskExecutor()) {
      Future<?> future =
          executor.submit(
              () -> {
                throw failure;
              });
      assertThatThrownBy(future::get).isInstanceOf(ExecutionException.class).hasCause(failure);
    }
  }

  @OnEachRuntime
  void whatExecuteThrowsIsToldToTheHandler(Setup setup) {
    Queue<Throwable> told = new ConcurrentLinkedQueue<>();
    Heddle heddle = start(builder(setup).uncaughtExceptionHandler((thread, e) -> told.add(e)));
    StackOverflowError failure = new StackOverflowError("on purpose");
    try (ExecutorService executor = heddle.fiberPerTaskExecutor()) {
      executor.execute(
          () -> {
            throw failure;
          });
    }
    assertThat(told).containsExactly(failure);
  }

  @OnEachRuntime
  void afterItsShutdownItRefusesAndFinishes(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    ExecutorService executor = heddle.fiberPerTaskExecutor();
    Gate gate = new Gate();
    Future<?> future = executor.submit(gate::await);
    executor.shutdown();

    assertThatThrownBy(() -> executor.submit(() -> 1))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(executor.isShutdown()).isTrue();
    assertThat(executor.isTerminated()).isFalse();
    assertThat(executor.awaitTermination(1, TimeUnit.MILLISECONDS)).isFalse();
    gate.open();
    assertThat(executor.awaitTermination(Delays.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(executor.isTerminated()).isTrue();
    assertThat(future.isDone()).isTrue();
    assertThat(heddle.isClosed()).isFalse();
    try (ExecutorService another = heddle.fiberPerTaskExecutor()) {
      assertThat(await(another.submit(() -> 1))).isEqualTo(1);
    }
  }

  @OnEachRuntime
  void shutdownNowInterruptsTheTasks(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    ExecutorService executor = heddle.fiberPerTaskExecutor();
    Gate gate = new Gate();
    AtomicInteger interrupted = new AtomicInteger();
    for (int i = 0; i < 10; i++) {
      executor.submit(
          () -> {
            try {
              gate.awaitInterruptibly();
            } catch (InterruptedException e) {
              interrupted.incrementAndGet();
            }
          });
    }

    assertThat(executor.shutdownNow()).isEmpty();
    assertThat(executor.awaitTermination(Delays.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(interrupted).hasValue(10);
  }

  @OnEachRuntime
  void anInterruptOfItsCloseInterruptsTheTasks(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicBoolean interrupted = new AtomicBoolean();
    AtomicBoolean stillSet = new AtomicBoolean();
    Thread closer =
        thread(
            "closer",
            () -> {
              ExecutorService executor = heddle.fiberPerTaskExecutor();
              executor.submit(
                  () -> {
                    try {
                      gate.awaitInterruptibly();
                    } catch (InterruptedException e) {
                      interrupted.set(true);
                    }
                  });
              executor.close();
              stillSet.set(Thread.interrupted());
            });
    await("the task waits", () -> gate.hasParked(1));
    closer.interrupt();
    await(closer);

    assertThat(interrupted).isTrue();
    assertThat(stillSet).isTrue();
  }

  @OnEachRuntime
  void aTimedGetGivesUpInTime(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    try (ExecutorService executor = heddle.fiberPerTaskExecutor()) {
      Future<?> future = executor.submit(gate::await);
      assertThatThrownBy(() -> future.get(1, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      gate.open();
    }
  }

  @OnEachRuntime
  void aCancelledFutureInterruptsItsFiber(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicBoolean interrupted = new AtomicBoolean();
    try (ExecutorService executor = heddle.fiberPerTaskExecutor()) {
      Future<?> future =
          executor.submit(
              () -> {
                try {
                  gate.awaitInterruptibly();
                } catch (InterruptedException e) {
                  interrupted.set(true);
                }
              });
      await("it waits", () -> gate.hasParked(1));
      assertThat(future.cancel(true)).isTrue();
    }
    assertThat(interrupted).isTrue();
  }

  @OnEachRuntime(workers = {1, 2})
  void nothingIsLostWhenTheRuntimeCloses(Setup setup) {
    AtomicInteger told = new AtomicInteger();
    Heddle heddle =
        start(builder(setup).uncaughtExceptionHandler((thread, e) -> told.incrementAndGet()));
    ExecutorService executor = heddle.fiberPerTaskExecutor();
    AtomicBoolean held = new AtomicBoolean(true);
    AtomicInteger holding = new AtomicInteger();
    for (int i = 0; i < setup.workers(); i++) {
      executor.execute(
          () -> {
            holding.incrementAndGet();
            while (held.get() && !Thread.currentThread().isInterrupted()) {
              spin();
            }
          });
      if (i == 0) {
        await("one holds a worker", () -> holding.get() > 0);
      }
    }
    List<Future<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      futures.add(executor.submit(() -> 1));
    }

    ShutdownReport report = heddle.shutdown(Delays.SHORT);

    held.set(false);
    assertThat(report.unfinished()).isEmpty();
    assertThat(futures).allMatch(Future::isDone);
    for (Future<Integer> future : futures) {
      if (future.state() == Future.State.FAILED) {
        assertThat(future.exceptionNow()).isInstanceOf(RejectedExecutionException.class);
      } else {
        assertThat(future.resultNow()).isEqualTo(1);
      }
    }
    assertThat(holding.get() + told.get()).isEqualTo(setup.workers());
    assertThatThrownBy(() -> executor.submit(() -> 1))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(executor.isShutdown()).isTrue();
    assertThat(executor.isTerminated()).isTrue();
    executor.close();
  }

  @OnEachRuntime(workers = 2)
  void whoWaitsForItsEndIsToldThatTheRuntimeHasEnded(Setup setup) {
    Heddle heddle = start(setup);
    ExecutorService executor = heddle.fiberPerTaskExecutor();
    Thread waiter =
        thread("waiter", () -> assertThat(executor.awaitTermination(1, TimeUnit.DAYS)).isTrue());
    await("it waits", () -> LockSupport.getBlocker(waiter) != null);
    heddle.close();
    await(waiter);
  }

  @OnEachRuntime(workers = 0)
  void thereIsNoneWithoutWorkers(Setup setup) {
    Heddle heddle = start(setup);

    assertThatThrownBy(heddle::fiberPerTaskExecutor)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("0 workers");
  }

  // ---- the JDK on it

  @OnEachRuntime
  void aCompletableFutureRunsOnIt(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    try (ExecutorService executor = heddle.fiberPerTaskExecutor()) {
      CompletableFuture<Integer> left =
          CompletableFuture.supplyAsync(() -> Heddle.currentWorker() >= 0 ? 20 : 0, executor);
      CompletableFuture<Integer> right =
          CompletableFuture.supplyAsync(() -> 21, executor).thenApplyAsync(n -> n + 1, executor);
      assertThat(await(left.thenCombine(right, Integer::sum))).isEqualTo(42);
    }
  }

  /** The server's and the client's sockets block: on the virtual engine only fibers. */
  @OnEachRuntime(
      workers = {1, 4},
      engines = Engine.VIRTUAL,
      notSimulated = "uses sockets")
  void theJdksHttpServerAndClientRunOnIt(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    try (ExecutorService executor = heddle.fiberPerTaskExecutor()) {
      server.setExecutor(executor);
      server.createContext(
          "/",
          exchange -> {
            byte[] body =
                (Heddle.currentWorker() >= 0 ? "inside" : "outside")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      server.start();
      URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + "/");
      try (HttpClient client = HttpClient.newBuilder().executor(executor).build()) {
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
          answers.add(
              client.sendAsync(
                  HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> answer : answers) {
          assertThat(await(answer).body()).isEqualTo("inside");
        }
      }
    } finally {
      server.stop(0);
    }
  }
}
