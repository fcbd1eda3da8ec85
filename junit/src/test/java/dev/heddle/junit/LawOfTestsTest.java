package dev.heddle.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.fiber.Signal;
import dev.heddle.process.ProcessCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** JUnit runs classes of tests that break the law of tests, and some that keep it. */
class LawOfTestsTest {
  // ---- failures in any thread

  @LawOfTests(patience = 2_000)
  static class FailingElsewhere {
    @Test
    void inAThread() throws Exception {
      failInAThread();
    }

    @Test
    void inAVirtualThread() throws Exception {
      Thread.ofVirtual().name("virtually elsewhere").start(FailingElsewhere::fail).join();
    }

    @Test
    void inATask() {
      try (Heddle heddle = Heddle.start(2)) {
        heddle.spawn(FailingElsewhere::fail);
      }
    }

    @Test
    void inAFiberThatNobodyJoins() {
      try (Heddle heddle = Heddle.start(2)) {
        heddle.fiber("lonely", FailingElsewhere::fail);
      }
    }

    @Test
    void inAProcess() {
      try (Heddle heddle = Heddle.start(2)) {
        heddle.processes().spawn((events, out) -> fail());
      }
    }

    @Test
    void inTheTestToo() throws Exception {
      failInAThread();
      throw new IllegalStateException("in the test");
    }

    private static void failInAThread() throws InterruptedException {
      Thread thread = new Thread(FailingElsewhere::fail, "elsewhere");
      thread.start();
      thread.join();
    }

    private static void fail() {
      throw new IllegalStateException("on purpose");
    }
  }

  @Test
  void whatFailsInAnyThreadFailsTheTest() {
    Map<String, String> outcomes = Outcomes.of(FailingElsewhere.class);
    assertThat(outcomes).hasSize(6);
    assertThat(outcomes.get("inAThread()"))
        .contains(
            "uncaught in the thread 'elsewhere': java.lang.IllegalStateException: on purpose");
    assertThat(outcomes.get("inAVirtualThread()")).contains("virtually elsewhere", "on purpose");
    assertThat(outcomes.get("inATask()")).contains("on purpose");
    assertThat(outcomes.get("inAFiberThatNobodyJoins()")).contains("on purpose");
    assertThat(outcomes.get("inAProcess()")).contains("uncaught");
    assertThat(outcomes.get("inTheTestToo()"))
        .startsWith("java.lang.IllegalStateException: in the test")
        .contains("SUPPRESSED java.lang.AssertionError: uncaught in the thread 'elsewhere'");
    assertThat(Thread.getDefaultUncaughtExceptionHandler()).isNull();
  }

  @LawOfTests
  static class HandlingItself {
    @Test
    void whatItsOwnHandlerGets() {
      List<Throwable> got = new ArrayList<>();
      try (Heddle heddle =
          Heddle.builder().workers(1).uncaughtExceptionHandler((t, e) -> got.add(e)).start()) {
        heddle.spawn(FailingElsewhere::fail);
      }
      assertThat(got).hasSize(1);
    }
  }

  @Test
  void aRuntimeWithAHandlerOfItsOwnTellsThatOne() {
    Outcomes.succeeds(HandlingItself.class, 1);
  }

  // ---- everything ends

  @LawOfTests(patience = 1_000)
  static class LeavingRuntimes {
    private static final List<Heddle> LEFT = new ArrayList<>();

    @Test
    void open() {
      Heddle heddle = Heddle.builder().name("forgotten").workers(1).start();
      heddle.fiber("forlorn", () -> Signal.manual().await());
      LEFT.add(heddle);
    }

    @Test
    void closedByForce() {
      force();
    }

    @Test
    @LawOfTests(patience = 1_000, forcedClose = true)
    void closedByForceAsIsFine() {
      force();
    }

    private static void force() {
      try (Heddle heddle =
          Heddle.builder().name("rough").workers(1).closeTimeout(Duration.ofMillis(50)).start()) {
        heddle.fiber("forlorn", () -> Signal.manual().await());
      }
    }
  }

  @Test
  void aRuntimeThatIsNotClosedInOrderFailsTheTest() {
    LeavingRuntimes.LEFT.clear();
    Map<String, String> outcomes = Outcomes.of(LeavingRuntimes.class);
    assertThat(outcomes).hasSize(3);
    assertThat(outcomes.get("open()"))
        .contains("the runtime 'forgotten' was not closed", "forlorn");
    assertThat(outcomes.get("closedByForce()"))
        .contains("the runtime 'rough' was closed by force", "forlorn");
    assertThat(outcomes.get("closedByForceAsIsFine()")).isEqualTo(Outcomes.SUCCESS);
    assertThat(LeavingRuntimes.LEFT)
        .singleElement()
        .satisfies(each -> assertThat(each.isClosed()).isTrue());
  }

  @Test
  void accountsAreSettledOnlyIfNothingIsMissing() {
    assertThat(Law.isSettled(counts(2, 2, 0, 5, 5, 0))).isTrue();
    assertThat(Law.isSettled(counts(2, 1, 0, 5, 5, 0))).as("a process is missing").isFalse();
    assertThat(Law.isSettled(counts(2, 2, 0, 5, 4, 0))).as("a message is missing").isFalse();
    assertThat(Law.isSettled(counts(2, 1, 1, 5, 5, 0))).as("one lives").isFalse();
    assertThat(Law.isSettled(counts(2, 2, 0, 5, 4, 1))).as("one is unread").isFalse();
  }

  private static ProcessCounts counts(
      long spawned, long completed, long alive, long sent, long handled, long queued) {
    return new ProcessCounts(
        spawned, completed, 0, 0, alive, sent, handled, queued, 0, 0, Map.of());
  }

  // ---- what the class has started

  @LawOfTests(patience = 1_000)
  @TestMethodOrder(MethodOrderer.MethodName.class)
  static class Sharing {
    private static @Nullable Heddle shared;

    @BeforeAll
    static void open() {
      shared = Heddle.builder().name("shared").workers(2).start();
      shared.processes().spawn((events, out) -> {});
      shared.invoke(() -> 1);
    }

    private static Heddle shared() {
      return Objects.requireNonNull(shared);
    }

    @Test
    void a() {
      useIt();
    }

    private static void useIt() {
      assertThat(shared().fiber("short", () -> 1).join()).isOne();
    }

    @Test
    void bLeavesAFiber() {
      shared().fiber("endless", () -> Signal.manual().await());
    }

    @Test
    void cLeavesAProcess() {
      shared().processes().spawn((events, out) -> {});
    }

    @Test
    void dIsNotToBlame() {
      useIt();
    }

    @AfterAll
    static void close() {
      shared().shutdown(Duration.ZERO);
    }
  }

  @Test
  void whatIsLeftInARuntimeOfTheClassFailsTheTestThatLeftIt() {
    Map<String, String> outcomes = Outcomes.of(Sharing.class);
    assertThat(outcomes.keySet())
        .containsExactly(
            "LawOfTestsTest$Sharing",
            "a()",
            "bLeavesAFiber()",
            "cLeavesAProcess()",
            "dIsNotToBlame()");
    assertThat(outcomes.get("a()")).isEqualTo(Outcomes.SUCCESS);
    assertThat(outcomes.get("bLeavesAFiber()"))
        .contains("something was left in the runtime 'shared': 2", "and 1 before", "endless");
    assertThat(outcomes.get("cLeavesAProcess()")).contains("'shared': 3", "and 2 before");
    assertThat(outcomes.get("dIsNotToBlame()")).isEqualTo(Outcomes.SUCCESS);
    assertThat(outcomes.get("LawOfTestsTest$Sharing"))
        .contains("the runtime 'shared' was closed by force");
  }

  // ---- threads

  @LawOfTests(patience = 300)
  static class LeavingThreads {
    private static final CountDownLatch OVER = new CountDownLatch(1);

    @Test
    void aPlatformThread() {
      daemon("left behind");
    }

    @Test
    void aVirtualThread() {
      Thread.ofVirtual().name("left afloat").start(LeavingThreads::await);
    }

    @Test
    @LawOfTests(patience = 300, threads = "driver-\\d+")
    void oneThatIsKnown() {
      daemon("driver-1");
    }

    @Test
    @LawOfTests
    void oneThatEndsSoon() {
      new Thread(LeavingThreads::nap, "napper").start();
    }

    @Test
    @LawOfTests
    void thoseOfTheJdk() throws Exception {
      assertThat(CompletableFuture.supplyAsync(() -> 1).get()).isOne();
      assertThat(IntStream.range(0, 10_000).parallel().sum()).isEqualTo(49_995_000);
      Thread.startVirtualThread(LeavingThreads::nap).join();
    }

    private static void daemon(String name) {
      Thread thread = new Thread(LeavingThreads::await, name);
      thread.setDaemon(true);
      thread.start();
    }

    private static void await() {
      try {
        OVER.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private static void nap() {
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void aThreadThatIsLeftFailsTheTest() {
    Map<String, String> outcomes = Outcomes.of(LeavingThreads.class);
    LeavingThreads.OVER.countDown();
    assertThat(outcomes.get("aPlatformThread()"))
        .contains("1 threads were left:\n'left behind'", "LawOfTestsTest$LeavingThreads.await");
    assertThat(outcomes.get("aVirtualThread()"))
        .contains("1 threads were left:\n'left afloat', virtual")
        .contains("LawOfTestsTest$LeavingThreads.await");
    assertThat(outcomes.get("oneThatIsKnown()")).isEqualTo(Outcomes.SUCCESS);
    assertThat(outcomes.get("oneThatEndsSoon()")).isEqualTo(Outcomes.SUCCESS);
    assertThat(outcomes.get("thoseOfTheJdk()")).isEqualTo(Outcomes.SUCCESS);
    assertThat(outcomes.get("LawOfTestsTest$LeavingThreads"))
        .as("the class, too, has three left")
        .contains("3 threads were left:");
  }
}
