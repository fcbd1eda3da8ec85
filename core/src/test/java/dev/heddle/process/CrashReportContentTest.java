package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.Gate;
import dev.heddle.testing.Logged;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What is told of a process that has failed. */
class CrashReportContentTest extends ProcessTestCase {
  private final Queue<CrashReport> reports = new ConcurrentLinkedQueue<>();

  /** A process whose state can be seen, and that fails at a message. */
  private static final class Fragile implements Process {
    private int sum;

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Integer number) {
          sum += number;
        } else if (event.data() instanceof Gate gate) {
          gate.await();
        } else if (event instanceof Message message) {
          throw new IllegalArgumentException("cannot add " + message.data());
        } else if (event instanceof Cancel) {
          out.complete();
        }
      }
    }

    @Override
    public String toString() {
      return "sum=" + sum;
    }
  }

  @OnEachRuntime
  void itTellsReasonPlaceMessagesStateLinksAndRestarts(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Registration listening = heddle.processes().onCrash(reports::add);
    Pid linked = heddle.processes().spawn(Probe.obeying());
    Gate gate = new Gate();
    Pid pid =
        heddle
            .processes()
            .spawn(new Fragile(), ProcessOptions.DEFAULT.withName("fragile").supervised(3));
    order(heddle, linked, (self, out) -> self.context().link(pid));
    heddle.processes().send(pid, gate);
    await("it is in its step", () -> gate.hasParked(1));
    for (int i = 1; i <= 12; i++) {
      heddle.processes().send(pid, i);
    }
    heddle.processes().send(pid, "x");
    gate.open();
    Throwable error = failure(heddle, pid);
    assertThat(reports).hasSize(1);
    CrashReport report = reports.remove();
    assertThat(report.process().pid()).isEqualTo(pid);
    assertThat(report.process().name()).isEqualTo("fragile");
    assertThat(report.where()).isEqualTo("step 3");
    assertThat(report.error()).isSameAs(error).hasMessage("cannot add x");
    assertThat(error.getStackTrace()[0].getClassName()).isEqualTo(Fragile.class.getName());
    assertThat(report.lastMessages())
        .as("the newest ten")
        .containsExactly("4", "5", "6", "7", "8", "9", "10", "11", "12", "x");
    assertThat(report.state()).isEqualTo("sum=78");
    assertThat(report.links()).containsExactly(linked);
    assertThat(report.restarts()).isEqualTo(3);
    assertThat(report.toString())
        .contains(pid.toString(), "fragile", "step 3", "3 restarts", "sum=78", linked.toString());
    assertThat(uncaught())
        .singleElement()
        .isInstanceOfSatisfying(
            ProcessCrash.class,
            crash -> {
              assertThat(crash.report()).isSameAs(report);
              assertThat(crash).hasCause(error).hasMessage(report.toString());
            });
    ended(heddle, linked);
    listening.close();
    Pid second = heddle.processes().spawn(new Fragile());
    heddle.processes().send(second, "x");
    failure(heddle, second);
    assertThat(reports).as("not listening any more").isEmpty();
  }

  @OnEachRuntime(notSimulated = "a simulation ends by what nobody catches, and logs nothing")
  void itIsLoggedWithItsStackUnlessAHandlerSaysOtherwise(Setup setup) {
    try (Logged logged = new Logged()) {
      Heddle heddle =
          start(
              dev.heddle.Heddle.builder()
                  .name("logged" + setup.workers() + setup.engine())
                  .workers(setup.workers())
                  .engine(setup.engine()));
      Pid pid = heddle.processes().spawn(new Fragile());
      heddle.processes().send(pid, "x");
      failure(heddle, pid);
      await(
          "logged",
          () ->
              logged.about(pid.toString()).stream()
                  .anyMatch(each -> each.contains("cannot add x")));
    }
  }

  @OnEachRuntime(
      workers = 1,
      notSimulated = "a simulation ends by what nobody catches, and logs nothing")
  void aFiberWithoutANameOrMessagesIsLoggedAsSuch(Setup setup) {
    try (Logged logged = new Logged()) {
      Heddle heddle =
          start(
              dev.heddle.Heddle.builder()
                  .name("nameless" + setup.engine())
                  .workers(setup.workers())
                  .engine(setup.engine()));
      Pid pid =
          heddle
              .processes()
              .spawn(
                  inbox -> {
                    throw new IllegalStateException("on purpose");
                  });
      failure(heddle, pid);
      await("logged", () -> !logged.about(pid.toString()).isEmpty());
      assertThat(logged.about(pid.toString()))
          .singleElement()
          .asString()
          .containsPattern("^uncaught in [a-z]")
          .contains("last messages: none");
    }
  }

  /** What must not be in a log is in none: not in a report, and not in the log of dead letters. */
  @OnEachRuntime
  void messagesAreRedacted(Setup setup) {
    try (Logged logged = new Logged()) {
      Heddle heddle = start(tolerant(setup).describeMessages(message -> "a secret"));
      heddle.processes().onCrash(reports::add);
      Pid pid = heddle.processes().spawn(Probe.obeying());
      heddle.processes().send(pid, "crash");
      failure(heddle, pid);
      assertThat(reports).hasSize(1);
      assertThat(reports.remove().lastMessages()).containsExactly("a secret");
      heddle.processes().send(pid, "password");
      assertThat(logged.about(pid.toString()))
          .anyMatch(each -> each.contains("a secret"))
          .noneMatch(each -> each.contains("password"));
    }
  }

  @OnEachRuntime(workers = {1, 8})
  void whatCannotBeDescribedIsSaidSoAndWhatIsLongIsCut(Setup setup) {
    Heddle heddle =
        start(
            tolerant(setup)
                .describeMessages(
                    message -> {
                      if (message.equals("crash")) {
                        throw new IllegalStateException("indescribable");
                      }
                      return "x".repeat(1_000);
                    }));
    heddle.processes().onCrash(reports::add);
    heddle
        .processes()
        .onCrash(
            report -> {
              throw new IllegalStateException("a listener");
            });
    Gate gate = new Gate();
    Probe.Order wait = (self, out) -> gate.await();
    Pid pid = heddle.processes().spawn(Probe.obeying());
    heddle.processes().send(pid, wait);
    await("it is in its step", () -> gate.hasParked(1));
    heddle.processes().send(pid, "long");
    heddle.processes().send(pid, "crash");
    gate.open();
    failure(heddle, pid);
    List<String> texts = reports.remove().lastMessages();
    assertThat(texts).hasSize(2);
    assertThat(texts.get(0)).hasSizeLessThan(250).startsWith("xxx");
    assertThat(texts.get(1)).contains("cannot be described", "IllegalStateException");
    assertThat(uncaught()).as("the crash, and the listener's").hasSize(2);
  }

  @OnEachRuntime
  void aFiberTellsTheMessageThatItWasAt(Setup setup) {
    Heddle heddle = startTolerant(setup);
    heddle.processes().onCrash(reports::add);
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  inbox.receive();
                  throw new IllegalStateException("at " + inbox.receive());
                },
                ProcessOptions.DEFAULT.withName("fragile"));
    heddle.processes().send(pid, "one");
    heddle.processes().send(pid, "two");
    Throwable error = failure(heddle, pid);
    assertThat(error).hasMessage("at two");
    CrashReport report = reports.remove();
    assertThat(report.error()).isSameAs(error);
    assertThat(report.where()).isEqualTo("its body");
    assertThat(report.lastMessages()).containsExactly("two");
  }
}
