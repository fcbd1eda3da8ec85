package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.io.IOException;
import java.util.List;

/** A process that fails ends, and is told of, whatever stands in the way of the telling. */
class CrashReportTest extends ProcessTestCase {
  private static final List<Throwable> UNPRINTABLE =
      List.of(
          new IllegalStateException("no words"),
          new AssertionError("no words at all"),
          new StackOverflowError(),
          Unprintable.exception());

  /** Fails at its first message, and cannot be printed either. */
  private record Mute(Throwable printing, Exception failure) implements Process {
    @Override
    public void step(Events events, StepOutput out) throws Exception {
      if (!events.isEmpty()) {
        throw failure;
      }
    }

    @Override
    public String toString() {
      throw Unprintable.<RuntimeException>unchecked(printing);
    }
  }

  @OnEachRuntime(workers = {1, 8})
  void aProcessAndItsMessagesNeedNotBePrintable(Setup setup) {
    Heddle heddle = startTolerant(setup);
    IOException torn = new IOException("torn");
    for (Throwable printing : UNPRINTABLE) {
      Pid pid = heddle.processes().spawn(new Mute(printing, torn));
      heddle.processes().send(pid, Unprintable.that(printing));
      assertThat(failure(heddle, pid)).isSameAs(torn);
    }
    assertThat(uncaught())
        .hasSize(UNPRINTABLE.size())
        .allSatisfy(e -> assertThat(e).isInstanceOf(ProcessCrash.class).hasCause(torn));
  }

  @OnEachRuntime(workers = {1, 8})
  void whatWasThrownNeedNotBePrintable(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Exception mute = Unprintable.exception();
    Pid pid = heddle.processes().spawn(new Mute(mute, mute));
    heddle.processes().send(pid, "fail");
    assertThat(failure(heddle, pid)).isSameAs(mute);
    assertThat(uncaught()).hasSize(1);
  }

  @OnEachRuntime(workers = {1, 8})
  void aListenerThatThrowsIsReportedToo(Setup setup) {
    Heddle heddle = startTolerant(setup);
    heddle
        .processes()
        .onCrash(
            report -> {
              throw new IllegalStateException("deaf");
            });
    Pid pid = heddle.processes().spawn(new Mute(new AssertionError(), new IOException("torn")));
    heddle.processes().send(pid, "fail");
    failure(heddle, pid);
    assertThat(uncaught()).hasSize(2);
  }
}
