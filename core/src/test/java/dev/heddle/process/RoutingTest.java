package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.Logged;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Where a message goes by its PID: to a process here, to a relay, or to the dead letters. */
class RoutingTest extends ProcessTestCase {

  private static Queue<DeadLetter> deadLetters(Heddle heddle) {
    Queue<DeadLetter> letters = new ConcurrentLinkedQueue<>();
    heddle.processes().onDeadLetter(letters::add);
    return letters;
  }

  @OnEachRuntime
  void aPidThatWasReadReachesTheLivingAndNotTheDead(Setup setup) {
    Heddle heddle = start(builder(setup).node("a node"));
    Queue<DeadLetter> letters = deadLetters(heddle);
    Probe probe = Probe.onEvent((self, event, out) -> out.complete(event.data()));
    Pid pid = heddle.processes().spawn(probe);
    Pid read = Pid.parse(pid.toString());
    assertThat(read.node()).isEqualTo("a node").isEqualTo(heddle.processes().node());
    assertThat(read.host()).isEqualTo(heddle.name()).isEqualTo(heddle.processes().host());
    assertThat(heddle.processes().isAlive(read)).isTrue();
    assertThat(heddle.processes().info(read)).isNotNull();
    heddle.processes().send(read, "found");
    assertThat(result(heddle, pid)).isEqualTo("found");
    assertThat(heddle.processes().isAlive(read)).isFalse();
    heddle.processes().send(read, "by text");
    heddle.processes().send(pid, "by pid");
    Pid never = Pid.of(read.node(), read.host(), 1_000_000);
    heddle.processes().send(never, "to nobody");
    assertThat(letters)
        .containsExactly(
            new DeadLetter(pid, "by text", DeadLetter.Reason.PROCESS_ENDED),
            new DeadLetter(pid, "by pid", DeadLetter.Reason.PROCESS_ENDED),
            new DeadLetter(never, "to nobody", DeadLetter.Reason.NO_SUCH_PROCESS));
    assertThatThrownBy(() -> heddle.processes().awaitExit(read))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PROCESS_ENDED");
  }

  @OnEachRuntime
  void whatIsLeftInTheMailboxDiesWithItsOwner(Setup setup) {
    Heddle heddle = start(setup);
    Queue<DeadLetter> letters = deadLetters(heddle);
    Pid pid =
        heddle
            .processes()
            .spawn(
                new Probe(
                    (self, events, out) -> {
                      for (int i = 0; i < 100; i++) {
                        self.context().send(self.context().self(), i);
                      }
                      out.complete();
                    }));
    ended(heddle, pid);
    assertThat(letters).hasSize(100).allMatch(each -> each.target().equals(pid));
    assertThat(letters)
        .extracting(DeadLetter::content)
        .startsWith(0, 1, 2)
        .as("oldest first")
        .endsWith(98, 99);
    assertThat(heddle.processes().counts().deadMessages()).isEqualTo(100);
  }

  @OnEachRuntime
  void aMessageToAnotherNodeGoesToTheFirstRelayThatTakesIt(Setup setup) {
    Heddle heddle = start(setup);
    Queue<String> relayed = new ConcurrentLinkedQueue<>();
    Pid far = Pid.of("far", "away", 1);
    Pid elsewhere = Pid.of("elsewhere", "away", 1);
    heddle.processes().addRelay((target, message) -> false);
    Registration first =
        heddle
            .processes()
            .addRelay(
                (target, message) ->
                    target.node().equals("far") && relayed.add("first " + target + message));
    heddle.processes().addRelay((target, message) -> relayed.add("second " + target + message));
    heddle.processes().send(far, "!");
    heddle.processes().send(elsewhere, "!");
    ended(
        heddle,
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  heddle.processes().send(far, "?");
                  out.complete();
                }));
    first.close();
    first.close();
    heddle.processes().send(far, "!!");
    assertThat(relayed)
        .containsExactly(
            "first far/away/1!",
            "second elsewhere/away/1!",
            "first far/away/1?",
            "second far/away/1!!");
    assertThat(heddle.processes().counts().relayed()).isEqualTo(4);
    assertThat(heddle.processes().isAlive(far)).isFalse();
    assertThat(heddle.processes().kill(far)).isFalse();
  }

  @OnEachRuntime
  void withoutAWayItIsADeadLetter(Setup setup) {
    Heddle heddle = start(setup);
    Queue<DeadLetter> letters = deadLetters(heddle);
    Pid far = Pid.of("far", "away", 1);
    heddle.processes().send(far, "no relay");
    heddle.processes().addRelay((target, message) -> false);
    heddle.processes().send(far, "none that takes it");
    assertThat(letters)
        .containsExactly(
            new DeadLetter(far, "no relay", DeadLetter.Reason.NO_ROUTE),
            new DeadLetter(far, "none that takes it", DeadLetter.Reason.NO_ROUTE));
  }

  @OnEachRuntime
  void aRelayThatThrowsIsReportedAndTheNextOneAsked(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Queue<DeadLetter> letters = deadLetters(heddle);
    AtomicInteger asked = new AtomicInteger();
    heddle
        .processes()
        .addRelay(
            (target, message) -> {
              throw new IllegalStateException("cut");
            });
    Registration next = heddle.processes().addRelay((target, message) -> asked.getAndAdd(1) == 0);
    Pid far = Pid.of("far", "away", 1);
    heddle.processes().send(far, 1);
    assertThat(asked).hasValue(1);
    next.close();
    heddle.processes().send(far, 2);
    assertThat(uncaught()).hasSize(2).allMatch(e -> "cut".equals(e.getMessage()));
    assertThat(letters).containsExactly(new DeadLetter(far, 2, DeadLetter.Reason.NO_ROUTE));
  }

  /** The PID that a spawn returned leads there from any runtime of the JVM. */
  @OnEachRuntime
  void aPidOfAnotherRuntimeReachesItsProcess(Setup setup) {
    Heddle here = start(setup);
    Heddle there = start(setup);
    Pid pid =
        there.processes().spawn(Probe.onEvent((self, event, out) -> out.complete(event.data())));
    here.processes().send(pid, "over the border");
    assertThat(result(there, pid)).isEqualTo("over the border");
    assertThat(here.processes().counts().sent()).isZero();
    assertThat(here.processes().info(pid)).isNull();
    assertThatThrownBy(() -> here.processes().awaitExit(pid))
        .isInstanceOf(IllegalArgumentException.class);
    here.processes().send(Pid.parse(pid.toString()), "by text");
    assertThat(dead(here, DeadLetter.Reason.NO_ROUTE)).isEqualTo(1);
  }

  @OnEachRuntime(workers = {1, 8})
  void theFirstDeadLetterOfEachReasonIsLogged(Setup setup) {
    try (Logged logged = new Logged()) {
      Heddle heddle = start(setup);
      Pid never = Pid.of(heddle.processes().node(), heddle.processes().host(), 99);
      for (int i = 0; i < 5; i++) {
        heddle.processes().send(never, "letter " + i);
      }
      assertThat(logged.about(never.toString()))
          .singleElement()
          .asString()
          .contains("NO_SUCH_PROCESS", "letter 0");
    }
  }

  /** Whatever a message's own methods do, it is counted and the sender goes on. */
  @OnEachRuntime(workers = {1, 8})
  void aDeadLetterThatCannotBePrintedIsOneAllTheSame(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid never = Pid.of(heddle.processes().node(), heddle.processes().host(), 99);
    Pid far = Pid.of("far", "away", 1);
    heddle.processes().send(never, Unprintable.that(new IllegalStateException("no words")));
    heddle.processes().send(far, Unprintable.that(new AssertionError("no words at all")));
    assertThat(heddle.processes().counts().deadMessages()).isEqualTo(2);
  }

  @OnEachRuntime(workers = {1, 8})
  void aListenerThatThrowsIsReportedAndTheOthersAreTold(Setup setup) {
    Heddle heddle = startTolerant(setup);
    heddle
        .processes()
        .onDeadLetter(
            letter -> {
              throw new IllegalStateException("deaf");
            });
    Queue<DeadLetter> letters = deadLetters(heddle);
    Registration gone = heddle.processes().onDeadLetter(letter -> fail(new AssertionError("gone")));
    gone.close();
    heddle.processes().send(Pid.of("far", "away", 1), "lost");
    assertThat(letters).hasSize(1);
    assertThat(uncaught()).singleElement().isInstanceOf(IllegalStateException.class);
  }

  @OnEachRuntime(workers = {1, 8})
  void nothingIsNoMessage(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid = heddle.processes().spawn(Probe.waiting());
    assertThatThrownBy(() -> heddle.processes().send(pid, nothing()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("message");
  }

  @SuppressWarnings("NullAway") // on purpose
  private static Object nothing() {
    return null;
  }
}
