package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.metrics.Incident;
import dev.heddle.metrics.ProcessCensus;
import dev.heddle.metrics.ProcessDetail;
import dev.heddle.metrics.ProcessLine;
import dev.heddle.metrics.ProcessPage;
import dev.heddle.process.ProcessQuery.Sort;
import dev.heddle.supervisor.ChildSpec;
import dev.heddle.supervisor.Supervisor;
import dev.heddle.supervisor.SupervisorSpec;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/** What one who observes sees of many processes, and of one. */
class ProcessSurveyTest extends ProcessTestCase {

  private static Pid named(Heddle heddle, String name) {
    return heddle
        .processes()
        .spawn((events, out) -> out.idle(), ProcessOptions.DEFAULT.withName(name));
  }

  @OnEachRuntime
  void aCensusAgreesWithTheCounts(Setup setup) {
    Heddle heddle = start(setup);
    List<Pid> pids = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      pids.add(named(heddle, "p" + i));
    }
    for (int i = 0; i < 100; i++) {
      heddle.processes().send(pids.get(i % 20), i);
    }
    heddle.processes().kill(pids.get(3));
    ended(heddle, pids.get(3));
    await("all is handled", () -> heddle.processes().counts().queued() == 0);
    await(
        "all are idle", () -> heddle.processes().census().states().getOrDefault("IDLE", 0L) == 19);

    ProcessCensus census = heddle.processes().census();
    ProcessCounts counts = heddle.processes().counts();
    assertThat(census.alive()).isEqualTo(19).isEqualTo(counts.alive());
    assertThat(census.looked()).isEqualTo(19);
    assertThat(census.spawned()).isEqualTo(20);
    assertThat(census.killed()).isEqualTo(1);
    assertThat(census.sent()).isEqualTo(counts.sent());
    assertThat(census.handled()).isEqualTo(counts.handled());
    assertThat(census.queued()).isZero();
    assertThat(census.deadLetters())
        .containsOnlyKeys(
            java.util.Arrays.stream(DeadLetter.Reason.values()).map(Enum::name).toList());
    assertThat(census.deadLetters().get("PROCESS_ENDED"))
        .isEqualTo(counts.deadLetters().get(DeadLetter.Reason.PROCESS_ENDED));
  }

  @OnEachRuntime(workers = 2)
  void ofVeryManyProcessesSomeAreLookedAtAndALongMailboxIsFoundAllTheSame(Setup setup) {
    Heddle heddle = start(setup);
    int many = setup.simulated() ? 200 : 50_000;
    Gate gate = new Gate();
    for (int i = 0; i < many; i++) {
      named(heddle, "quiet");
    }
    Pid slow =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  gate.await();
                  out.idle();
                },
                ProcessOptions.DEFAULT.withName("slow"));
    await("it is in its step", () -> gate.waiters() == 1);
    for (int i = 0; i < 2_500; i++) {
      heddle.processes().send(slow, i);
    }
    ProcessCensus census = heddle.processes().census();
    assertThat(census.alive()).isEqualTo(many + 1);
    assertThat(census.looked()).isBetween(Math.min(many + 1L, 20_000L), many + 1L);
    assertThat(census.states().values().stream().mapToLong(Long::longValue).sum())
        .isBetween(many - 10L, many + 10L);
    assertThat(census.longestMailboxes().getFirst().name()).isEqualTo("slow");
    assertThat(census.longestMailboxes().getFirst().mailbox()).isEqualTo(2_500);
    assertThat(census.longestMailboxEver()).isBetween(2_048L, 2_500L);
    gate.open();
    await("all is read", () -> heddle.processes().counts().queued() == 0);
    assertThat(heddle.processes().census().longestMailboxes()).isEmpty();
    assertThat(heddle.processes().census().longestMailboxEver()).isBetween(2_048L, 2_500L);
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = "in a world a step takes no time unless it waits")
  void whoTakesMostOfTheTimeIsTheBusiest(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger hogged = new AtomicInteger();
    Pid hog =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  if (!events.isEmpty()) {
                    long start = System.nanoTime();
                    spinUntil("a while", () -> System.nanoTime() - start > 500_000);
                    hogged.incrementAndGet();
                  }
                  out.idle();
                },
                ProcessOptions.DEFAULT.withName("the hog"));
    List<Pid> others = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      others.add(named(heddle, "other"));
    }
    for (int i = 0; i < 60; i++) {
      int before = hogged.get();
      heddle.processes().send(hog, i);
      others.forEach(other -> heddle.processes().send(other, "x"));
      await("it is done", () -> hogged.get() > before);
    }
    ProcessLine busiest = heddle.processes().census().busiest().getFirst();
    assertThat(busiest.name()).isEqualTo("the hog");
    assertThat(busiest.busyNanos()).isGreaterThan(10 * 500_000);
    assertThat(heddle.processes().lookAgain(List.of(hog)).getFirst().busyNanos())
        .isGreaterThanOrEqualTo(busiest.busyNanos());
  }

  @OnEachRuntime(workers = {1, 4})
  void processesAreFoundByNamePidAndStateSortedAndInPages(Setup setup) {
    Heddle heddle = start(setup);
    List<Pid> pids = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      pids.add(named(heddle, i % 3 == 0 ? "Alpha" + i : "beta" + i));
    }
    await("all are idle", () -> find(heddle, "idle", Sort.NUMBER, false, 0, 1).matching() == 30);

    ProcessPage alphas = find(heddle, "alpha", Sort.NUMBER, true, 2, 3);
    assertThat(alphas.matching()).isEqualTo(10);
    assertThat(alphas.looked()).isEqualTo(30);
    assertThat(alphas.lines())
        .extracting(ProcessLine::name)
        .containsExactly("Alpha21", "Alpha18", "Alpha15");
    assertThat(find(heddle, pids.get(7).toString(), Sort.NAME, false, 0, 5).lines())
        .extracting(ProcessLine::pid)
        .containsExactly(pids.get(7).toString());
    assertThat(find(heddle, "", Sort.NAME, false, 0, 2).lines())
        .extracting(ProcessLine::name)
        .containsExactly("Alpha0", "Alpha12");
    assertThat(find(heddle, "nobody", Sort.AGE, false, 0, 5).lines()).isEmpty();
    assertThat(find(heddle, "", Sort.STEPS, true, 0, 0).lines()).isEmpty();
    assertThat(find(heddle, "", Sort.AGE, true, 1, 2).lines())
        .extracting(ProcessLine::pid)
        .containsExactly(pids.get(1).toString(), pids.get(2).toString());
    heddle.processes().send(pids.get(5), "a second step");
    await("it has made it", () -> info(heddle, pids.get(5)).steps() == 2);
    assertThat(find(heddle, "", Sort.STEPS, true, 0, 2).lines())
        .extracting(ProcessLine::pid)
        .containsExactly(pids.get(5).toString(), pids.get(0).toString());

    heddle.processes().kill(pids.get(0));
    ended(heddle, pids.get(0));
    assertThat(heddle.processes().lookAgain(List.of(pids.get(1), pids.get(0), pids.get(2))))
        .extracting(ProcessLine::pid)
        .containsExactly(pids.get(1).toString(), pids.get(2).toString());
  }

  private static ProcessPage find(
      Heddle heddle, String search, Sort sort, boolean descending, int offset, int limit) {
    return heddle.processes().find(new ProcessQuery(search, sort, descending, offset, limit));
  }

  @OnEachRuntime(workers = 1)
  void aQueryThatAsksForTooMuchIsRefused(Setup setup) {
    start(setup);
    assertThatThrownBy(() -> new ProcessQuery("", Sort.AGE, false, -1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> ProcessQuery.first(1_000_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1000000")
        .hasMessageContaining("10000");
  }

  @OnEachRuntime
  void aCloseLookShowsChildrenNamesLinksStackAndLastEvents(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Pid friend = named(heddle, "friend");
    Pid parent =
        heddle
            .processes()
            .spawn(
                new Probe(
                    (self, events, out) -> {
                      if (events.isEmpty()) {
                        self.context().link(friend);
                        for (String name : List.of("one", "two")) {
                          self.context()
                              .spawn(
                                  new Probe((inner, none, its) -> its.idle()),
                                  ProcessOptions.DEFAULT.withName(name));
                        }
                      } else if (events.get(0) instanceof Message message
                          && message.data().equals("block")) {
                        gate.await();
                      }
                      out.idle();
                    }));
    heddle.processes().register("the parent", parent);
    await("it is idle", () -> info(heddle, parent).state() == ProcessState.IDLE);

    ProcessDetail detail = detail(heddle, parent);
    assertThat(detail.children()).extracting(ProcessLine::name).containsExactly("one", "two");
    assertThat(detail.children()).extracting(ProcessLine::parent).containsOnly(parent.toString());
    assertThat(detail.links()).containsExactly(friend.toString());
    assertThat(detail.names()).containsExactly("the parent");
    assertThat(detail.stack()).isEmpty();
    assertThat(detail.lastEvents()).isEmpty();

    heddle.processes().send(parent, "hello");
    await("it has stepped", () -> detail(heddle, parent).lastEvents().size() == 2);
    assertThat(detail(heddle, parent).lastEvents().get(0)).contains("is given [hello]");
    assertThat(detail(heddle, parent).lastEvents().get(1)).contains("IDLE");

    heddle.processes().send(parent, "block");
    await("it is blocked in its step", () -> gate.waiters() == 1);
    assertThat(detail(heddle, parent).stack()).contains("Gate.await");
    gate.open();
    heddle.processes().kill(parent);
    ended(heddle, parent);
    assertThat(heddle.processes().lookAt(parent)).isNull();
  }

  private static ProcessDetail detail(Heddle heddle, Pid pid) {
    ProcessDetail detail = heddle.processes().lookAt(pid);
    if (detail == null) {
      throw new AssertionError("has ended: " + pid);
    }
    return detail;
  }

  @OnEachRuntime
  void aDiaryIsBounded(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid = named(heddle, "talkative");
    await("it is idle", () -> info(heddle, pid).state() == ProcessState.IDLE);
    detail(heddle, pid);
    for (int i = 0; i < 100; i++) {
      long steps = info(heddle, pid).steps();
      heddle.processes().send(pid, i);
      await("it has stepped", () -> info(heddle, pid).steps() > steps);
    }
    await(
        "the last is written",
        () -> detail(heddle, pid).lastEvents().getLast().contains("step 101 says IDLE"));
    assertThat(detail(heddle, pid).lastEvents()).hasSize(64);
  }

  /** A command that is completed with what cannot be printed. */
  private record Errand() {}

  @OnEachRuntime
  void whoIsLookedAtSurvivesWhatCannotBePrinted(Setup setup) throws Exception {
    Heddle heddle =
        start(
            builder(setup)
                .commandHandler(
                    Errand.class,
                    (_, reply) ->
                        reply.complete(Unprintable.that(new AssertionError("cannot be printed")))));
    AtomicInteger completed = new AtomicInteger();
    Pid pid =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  for (Event event : events) {
                    if (event instanceof Completion) {
                      completed.incrementAndGet();
                    } else if (event instanceof Message) {
                      out.yield(1, new Errand());
                    }
                  }
                });
    AtomicInteger received = new AtomicInteger();
    Pid fiber =
        heddle
            .processes()
            .spawn(
                (ProcessBody)
                    inbox -> {
                      while (true) {
                        inbox.receive();
                        received.incrementAndGet();
                      }
                    });
    await("it is idle", () -> info(heddle, pid).state() == ProcessState.IDLE);
    detail(heddle, pid);
    detail(heddle, fiber);
    heddle.processes().send(pid, Unprintable.that(new AssertionError("cannot be printed")));
    heddle.processes().send(fiber, Unprintable.that(new AssertionError("cannot be printed")));
    await("both have got it", () -> completed.get() == 1 && received.get() == 1);
    await("it is written", () -> detail(heddle, pid).lastEvents().size() >= 4);
    assertThat(detail(heddle, fiber).lastEvents().getFirst()).contains("receives");
    heddle.processes().kill(fiber);
    ended(heddle, fiber);
  }

  @OnEachRuntime(workers = 1, notSimulated = "in a world a step takes no time unless it waits")
  void timeIsBookedOnWhoTookItNotOnWhomItHandedOverTo(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger got = new AtomicInteger();
    Pid victim =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  got.addAndGet(events.size());
                  out.idle();
                },
                ProcessOptions.DEFAULT.withName("the victim"));
    Port port = heddle.processes().openPort(victim);
    Pid hog =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  if (!events.isEmpty()) {
                    long start = System.nanoTime();
                    spinUntil("a while", () -> System.nanoTime() - start > 500_000);
                    port.send("done");
                  }
                  out.idle();
                },
                ProcessOptions.DEFAULT.withName("the hog"));
    for (int i = 0; i < 40; i++) {
      int before = got.get();
      heddle.processes().send(hog, i);
      await("it is done", () -> got.get() > before);
    }
    assertThat(heddle.processes().census().busiest().getFirst().name()).isEqualTo("the hog");
    assertThat(heddle.processes().lookAgain(List.of(victim)).getFirst().busyNanos())
        .isLessThan(10 * 500_000);
  }

  @OnEachRuntime
  void crashesDeadLettersAndRestartsAreIncidents(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    AtomicInteger starts = new AtomicInteger();
    Supervisor.start(
        heddle.processes(),
        SupervisorSpec.oneForOne(
            ChildSpec.process(
                "fragile",
                () ->
                    (events, out) -> {
                      if (!events.isEmpty() && events.get(0) instanceof Cancel) {
                        out.complete(null);
                        return;
                      }
                      if (starts.getAndIncrement() == 0) {
                        throw new IllegalStateException("on purpose");
                      }
                      out.idle();
                    })));
    await("it was restarted", () -> starts.get() >= 2);
    await("it is counted", () -> heddle.snapshot().processes().restarts() == 1);
    Pid gone = named(heddle, "gone");
    heddle.processes().kill(gone);
    ended(heddle, gone);
    heddle.processes().send(gone, "too late");

    List<Incident> incidents = heddle.snapshot().incidents();
    assertThat(incidents)
        .extracting(Incident::kind)
        .containsExactly(Incident.Kind.CRASH, Incident.Kind.RESTART, Incident.Kind.DEAD_LETTER);
    assertThat(incidents.get(0).subject()).startsWith("fragile ");
    assertThat(incidents.get(0).text()).contains("on purpose");
    assertThat(incidents.get(1).subject()).isEqualTo("fragile");
    assertThat(incidents.get(2).text()).contains("PROCESS_ENDED").contains("too late");
    assertThat(incidents)
        .extracting(Incident::number)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 3).boxed().toList());
  }

  @OnEachRuntime(workers = 1, notSimulated = "a world's time stands still while it sends")
  void manyDeadLettersOfOneReasonAreFewIncidents(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid gone = named(heddle, "gone");
    heddle.processes().kill(gone);
    ended(heddle, gone);
    for (int i = 0; i < 10_000; i++) {
      heddle.processes().send(gone, i);
    }
    assertThat(heddle.snapshot().processes().deadLetters()).containsEntry("PROCESS_ENDED", 10_000L);
    assertThat(heddle.snapshot().incidents()).hasSizeBetween(1, 32);
  }
}
