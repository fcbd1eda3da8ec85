package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A tie that is made while one of its ends dies is told, or not made; never left dangling. */
class TieRaceTest extends ProcessTestCase {
  private static final int ROUNDS = 150;

  /** One round of a race: what one thread does while another ends a process. */
  @FunctionalInterface
  private interface Race {
    void run(int round) throws Exception;
  }

  /** Runs {@code one} on a thread of its own and {@code other} here, both from the same moment. */
  private void race(Race before, Race one, Race other, Race after) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    AtomicBoolean failed = new AtomicBoolean();
    Thread thread =
        thread(
            "races",
            () -> {
              try {
                for (int i = 0; i < ROUNDS; i++) {
                  barrier.await();
                  one.run(i);
                  barrier.await();
                }
              } catch (BrokenBarrierException e) {
                assertThat(failed).as("the other has failed").isTrue();
              }
            });
    try {
      for (int i = 0; i < ROUNDS; i++) {
        before.run(i);
        barrier.await(Delays.LONG.toSeconds() + 1, TimeUnit.SECONDS);
        other.run(i);
        barrier.await(Delays.LONG.toSeconds() + 1, TimeUnit.SECONDS);
        after.run(i);
      }
    } finally {
      failed.set(true);
      barrier.reset();
    }
    await(thread);
  }

  private Pid[] two(Heddle heddle) {
    return new Pid[] {
      heddle.processes().spawn(Probe.obeying()), heddle.processes().spawn(Probe.obeying())
    };
  }

  @OnEachRuntime(workers = {1, 2, 8})
  void aLinkAgainstAnEnd(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Pid[] pids = new Pid[2];
    race(
        round -> System.arraycopy(two(heddle), 0, pids, 0, 2),
        round -> cell(pids[0]).link(pids[1]),
        round -> heddle.processes().kill(pids[round % 2]),
        round -> {
          Exit killed = ended(heddle, pids[round % 2]);
          assertThat(killed).isEqualTo(new Exit.Killed("killed"));
          if (round % 2 == 1) {
            Exit taken = ended(heddle, pids[0]);
            assertThat(taken).isEqualTo(new Exit.Taken(pids[1], killed));
          }
          awaitFree(pids[0]);
          awaitFree(pids[1]);
          heddle.processes().kill(pids[0]);
          heddle.processes().kill(pids[1]);
        });
  }

  @OnEachRuntime(workers = {1, 2, 8})
  void aMonitorAgainstTheEndOfEitherSide(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Pid[] pids = new Pid[2];
    Probe[] watching = new Probe[1];
    race(
        round -> {
          watching[0] = Probe.obeying();
          pids[0] = heddle.processes().spawn(watching[0]);
          pids[1] = heddle.processes().spawn(Probe.obeying());
        },
        round -> cell(pids[0]).monitor(pids[1]),
        round -> heddle.processes().kill(pids[round % 2]),
        round -> {
          ended(heddle, pids[round % 2]);
          if (round % 2 == 1) {
            await("told", () -> watching[0].all(Down.class).size() == 1);
          }
          awaitFree(pids[0]);
          awaitFree(pids[1]);
          heddle.processes().kill(pids[0]);
          heddle.processes().kill(pids[1]);
          ended(heddle, pids[0]);
          assertThat(watching[0].all(Down.class)).hasSize(round % 2);
        });
  }

  @OnEachRuntime(workers = {1, 2, 8})
  void aMonitorThatIsClosedAgainstAnEnd(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Pid[] pids = new Pid[2];
    Monitor[] monitors = new Monitor[1];
    race(
        round -> {
          System.arraycopy(two(heddle), 0, pids, 0, 2);
          monitors[0] = cell(pids[0]).monitor(pids[1]);
        },
        round -> monitors[0].close(),
        round -> heddle.processes().kill(pids[1]),
        round -> {
          ended(heddle, pids[1]);
          awaitFree(pids[0]);
          awaitFree(pids[1]);
          heddle.processes().kill(pids[0]);
        });
  }

  /** Who knows of the end finds no name, no member, no watch, and cannot make one any more. */
  @OnEachRuntime(workers = {1, 2, 8})
  void namesTopicsWatchesAndTimersAgainstAnEnd(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Pid[] pids = new Pid[1];
    race(
        round -> pids[0] = heddle.processes().spawn(Probe.obeying()),
        round -> {
          try {
            heddle.processes().register("one", pids[0]);
          } catch (IllegalStateException e) {
            ended(heddle, pids[0]); // its names go a moment before it does
          }
          ProcessCell cell = cell(pids[0]);
          cell.watchName("nobody's");
          cell.join("news");
          cell.sendEvery(Duration.ofSeconds(100), pids[0], "tick");
        },
        round -> {
          heddle.processes().kill(pids[0]);
          ended(heddle, pids[0]);
        },
        round -> {
          assertThat(heddle.processes().whereIs("one")).isNull();
          assertThat(heddle.processes().members("news")).isEmpty();
          assertThat(heddle.processes().names().watches()).isZero();
          assertThat(cell(pids[0]).bonds().size()).isZero();
        });
  }

  /** A name that is given back and taken again by the same process is gone with it. */
  @OnEachRuntime(workers = {1, 8})
  void namesThatComeAndGoAreGoneAtTheEnd(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Pid[] pids = new Pid[1];
    race(
        round -> {
          pids[0] = heddle.processes().spawn(Probe.obeying());
          heddle.processes().register("one", pids[0]);
          cell(pids[0]).join("news");
        },
        round -> {
          for (int i = 0; i < 20; i++) {
            heddle.processes().register("one", pids[0]);
            cell(pids[0]).join("news");
          }
        },
        round -> {
          for (int i = 0; i < 20; i++) {
            heddle.processes().unregister("one");
            cell(pids[0]).leave("news");
          }
        },
        round -> {
          heddle.processes().kill(pids[0]);
          ended(heddle, pids[0]);
          assertThat(heddle.processes().whereIs("one")).isNull();
          assertThat(heddle.processes().members("news")).isEmpty();
        });
  }
}
