package dev.heddle.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.process.Pid;
import dev.heddle.process.ProcessCounts;
import dev.heddle.process.ProcessCrash;
import dev.heddle.process.Processes;
import dev.heddle.supervisor.Census.Birth;
import dev.heddle.verify.Effort;
import dev.heddle.verify.Seed;
import dev.heddle.verify.Watched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A tree of supervisors of all strategies, in which leaves and supervisors crash, complete and are
 * killed at every level, often enough that supervisors give up. At the end each child that should
 * live lives, once; no supervisor has taken more restarts than its limit allows; and nothing is
 * left behind. In short some hundred processes for a moment; in the long form 10,000 for two
 * minutes, on one runtime of each engine.
 */
class SupervisionStressTest {
  private static final Duration TIME = Effort.time(Duration.ofMillis(400), Duration.ofMinutes(2));
  private static final boolean LONG = TIME.compareTo(Duration.ofMinutes(1)) > 0;
  private static final int REGIONS = LONG ? 90 : 6;
  private static final int GROUPS = 10;
  private static final int LEAVES = LONG ? 10 : 4;
  private static final int CRASHERS = 2;
  private static final RestartLimit GROUP_LIMIT = new RestartLimit(5, Duration.ofMillis(500));
  private static final RestartLimit REGION_LIMIT = new RestartLimit(10, Duration.ofSeconds(1));
  private static final Logger LOG = Logger.getLogger("dev.heddle");

  /** Crashes are what this is about. */
  @BeforeAll
  static void logNothing() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void logAgain() {
    LOG.setLevel(null);
  }

  static Stream<Arguments> runtimes() {
    return Arrays.stream(Engine.values())
        .flatMap(
            engine ->
                (LONG ? Stream.of(4) : Stream.of(1, 2, 4, 8, 64))
                    .map(workers -> Arguments.of(engine, workers)));
  }

  @ParameterizedTest
  @MethodSource("runtimes")
  void whoShouldLiveLivesOnce(Engine engine, int workers) throws Exception {
    Seed seed = Seed.of("supervision, %s, %d workers".formatted(engine, workers));
    new Forest(engine, workers, seed).run();
  }

  /** One run. */
  private static final class Forest {
    private final Seed seed;
    private final SplittableRandom random;
    private final Census census = new Census();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final LongAdder givenUp = new LongAdder();

    /** One leaf of so many is a fiber; fewer, where that is a platform thread. */
    private final int fibers;

    private final List<String> leaves = new ArrayList<>();
    private final Set<String> temporary = new HashSet<>();
    private final Heddle heddle;
    private final Processes processes;

    Forest(Engine engine, int workers, Seed seed) {
      this.seed = seed;
      this.random = seed.random(0);
      this.fibers = engine == Engine.VIRTUAL ? 4 : 40;
      this.heddle =
          Heddle.builder()
              .engine(engine)
              .workers(workers)
              .seed(seed.value())
              .uncaughtExceptionHandler((thread, e) -> uncaught(e))
              .start();
      this.processes = heddle.processes();
    }

    private void uncaught(Throwable e) {
      if (!(e instanceof ProcessCrash)) {
        failures.add(e);
      } else if (e.getCause() instanceof SupervisorException) {
        givenUp.increment();
      }
    }

    // ---- the tree

    private SupervisorSpec root() {
      SupervisorSpec root =
          SupervisorSpec.oneForOne().withName("root").withLimit(1_000_000, Duration.ofSeconds(1));
      List<ChildSpec> regions = new ArrayList<>();
      for (int r = 0; r < REGIONS; r++) {
        String region = "r" + r;
        List<ChildSpec> groups = new ArrayList<>();
        for (int g = 0; g < GROUPS; g++) {
          String group = region + "g" + g;
          List<ChildSpec> members = new ArrayList<>();
          for (int l = 0; l < LEAVES; l++) {
            members.add(leaf(group + "l" + l));
          }
          groups.add(ChildSpec.supervisor(group, any(GROUP_LIMIT, members)));
        }
        regions.add(ChildSpec.supervisor(region, any(REGION_LIMIT, groups)));
      }
      return new SupervisorSpec(
          root.name(), root.strategy(), root.limit(), root.backoff(), regions);
    }

    private SupervisorSpec any(RestartLimit limit, List<ChildSpec> children) {
      Strategy strategy = Strategy.values()[random.nextInt(Strategy.values().length)];
      Backoff backoff =
          random.nextInt(3) == 0
              ? Backoff.exponential(Duration.ofMillis(1), Duration.ofMillis(20))
                  .withSeed(random.nextLong())
              : Backoff.NONE;
      return new SupervisorSpec("", strategy, limit, backoff, children);
    }

    private ChildSpec leaf(String id) {
      Restart restart =
          switch (random.nextInt(10)) {
            case 0 -> Restart.TEMPORARY;
            case 1, 2 -> Restart.TRANSIENT;
            default -> Restart.PERMANENT;
          };
      ChildSpec spec =
          random.nextInt(fibers) == 0 ? census.fiber(id, restart) : census.leaf(id, restart);
      leaves.add(id);
      if (restart == Restart.TEMPORARY) {
        temporary.add(id);
      }
      return spec;
    }

    // ---- the run

    void run() throws Exception {
      SupervisorHandle root = Supervisor.start(processes, root());
      become("all have been started", () -> census.size() == leaves.size());
      List<Thread> crashers = new ArrayList<>();
      for (int i = 0; i < CRASHERS; i++) {
        SplittableRandom own = seed.random(i + 1);
        crashers.add(Thread.ofPlatform().start(() -> guarded(() -> crash(root, own))));
      }
      for (Thread crasher : crashers) {
        crasher.join();
      }
      List<String> differences = new ArrayList<>();
      become("all is well", () -> isWell(root, differences), differences);
      checkLimits();
      assertThat(census.wrong()).as("%s", seed).isEmpty();
      checkOutside();
      ProcessCounts counts = processes.counts();
      System.out.printf(
          "  %,d processes spawned, %,d failed, %,d killed; %,d supervisors gave up%n",
          counts.spawned(), counts.failed(), counts.killed(), givenUp.sum());
      StopReport report = root.stop(Duration.ofMinutes(1));
      assertThat(report.isOrderly()).as("%s: %s", seed, report).isTrue();
      checkNothingIsLeft();
      heddle.close();
      assertThat(failures).as("%s", seed).isEmpty();
    }

    private interface Action {
      void run() throws Exception;
    }

    private void guarded(Action action) {
      try {
        action.run();
      } catch (Throwable e) {
        failures.add(e);
      }
    }

    private void crash(SupervisorHandle root, SplittableRandom own) throws Exception {
      long start = System.nanoTime();
      while (System.nanoTime() - start < TIME.toNanos() && failures.isEmpty()) {
        String leaf = leaves.get(own.nextInt(leaves.size()));
        switch (own.nextInt(100)) {
          case 0 -> killParent(leaf);
          case 1 -> killRegion(root, leaf);
          case 2 -> storm(leaf, own);
          case 3, 4, 5, 6, 7, 8, 9 -> tell(leaf, "complete");
          case 10, 11, 12, 13, 14, 15 -> kill(census.pid(leaf));
          default -> tell(leaf, "crash");
        }
        LockSupport.parkNanos(own.nextInt(LONG ? 200_000 : 2_000_000));
      }
    }

    private void tell(String leaf, String what) {
      Pid pid = census.pid(leaf);
      if (pid != null) {
        processes.send(pid, what);
      }
    }

    private void kill(@Nullable Pid pid) {
      if (pid != null) {
        processes.kill(pid);
      }
    }

    private void killParent(String leaf) {
      Pid pid = census.pid(leaf);
      var info = pid == null ? null : processes.info(pid);
      kill(info == null ? null : info.parent());
    }

    private void killRegion(SupervisorHandle root, String leaf) throws InterruptedException {
      ChildStatus region = root.child(leaf.substring(0, leaf.indexOf('g')));
      kill(region == null ? null : region.pid());
    }

    /** So many crashes of one leaf that those above it give up. */
    private void storm(String leaf, SplittableRandom own) {
      int times = 1 + own.nextInt(20);
      for (int i = 0; i < times; i++) {
        tell(leaf, "crash");
        LockSupport.parkNanos(200_000);
      }
    }

    // ---- what has to hold

    private void become(String what, BooleanSupplier done, Object... more) {
      if (!Watched.becomes(done, Effort.STUCK)) {
        fail(
            "%s: not so: %s %s%n%s%n%s",
            seed, what, Arrays.toString(more), failures, heddle.dump());
      }
    }

    /** Whether the supervisors and the leaves say the same, and it is as it should be. */
    private boolean isWell(SupervisorHandle root, List<String> differences) {
      differences.clear();
      LockSupport.parkNanos(10_000_000);
      try {
        SupervisorTree tree = root.tree();
        Set<String> seen = new HashSet<>();
        long supervisors = 1;
        for (SupervisorTree region : tree.children()) {
          supervisors++;
          for (SupervisorTree group : region.children()) {
            supervisors++;
            for (SupervisorTree leaf : group.children()) {
              seen.add(leaf.status().id());
              compare(leaf.status(), differences);
            }
          }
        }
        if (supervisors != 1 + REGIONS + REGIONS * GROUPS) {
          differences.add("supervisors: " + supervisors);
        }
        for (String leaf : leaves) {
          if (!seen.contains(leaf) && (!temporary.contains(leaf) || census.pid(leaf) != null)) {
            differences.add("nobody has " + leaf);
          }
        }
        long alive = processes.counts().alive();
        if (alive != supervisors + census.size()) {
          differences.add("alive: %d, not %d + %d".formatted(alive, supervisors, census.size()));
        }
      } catch (InterruptedException | SupervisorException e) {
        differences.add(e.toString());
      }
      return differences.isEmpty();
    }

    private void compare(ChildStatus leaf, List<String> differences) {
      Pid living = census.pid(leaf.id());
      boolean right =
          leaf.state() == ChildState.RUNNING
              ? leaf.pid() != null && leaf.pid().equals(living)
              : leaf.state() == ChildState.ENDED
                  && leaf.restart() == Restart.TRANSIENT
                  && living == null;
      if (!right) {
        differences.add(leaf + ", living as " + living);
      }
    }

    /** Names, topics and timers are of those who live. */
    private void checkOutside() {
      assertThat(processes.registered()).as("names, %s", seed).hasSize(census.size());
      assertThat(processes.members("leaves")).as("members, %s", seed).hasSize(census.size());
      become("timers", () -> heddle.metrics().timers() == census.size());
    }

    private void checkNothingIsLeft() {
      ProcessCounts counts = processes.counts();
      assertThat(counts.alive()).as("alive, %s", seed).isZero();
      assertThat(counts.balance()).as("%s, %s", counts, seed).isTrue();
      assertThat(processes.registered()).as("names, %s", seed).isEmpty();
      assertThat(processes.members("leaves")).as("members, %s", seed).isEmpty();
      become("no timers", () -> heddle.metrics().timers() == 0);
      assertThat(census.size()).as("leaves, %s", seed).isZero();
    }

    /**
     * In one life of a supervisor no leaf was started again more often than its limit allows. A
     * restart is counted after the leaf's last start and before its next one; so if one more than
     * too many lie between two starts that are no further apart than the limit's time, then there
     * were too many, whatever the machine was busy with.
     */
    private void checkLimits() {
      census
          .births()
          .forEach(
              (supervisor, births) -> {
                Map<String, List<Long>> byLeaf = new HashMap<>();
                for (Birth birth : births) {
                  byLeaf.computeIfAbsent(birth.leaf(), _ -> new ArrayList<>()).add(birth.time());
                }
                byLeaf.forEach((leaf, times) -> checkLimit(supervisor, leaf, times));
              });
    }

    private void checkLimit(Pid supervisor, String leaf, List<Long> times) {
      int tooMany = GROUP_LIMIT.restarts() + 1;
      for (int i = 0; i + tooMany < times.size(); i++) {
        long apart = times.get(i + tooMany) - times.get(i);
        if (apart <= GROUP_LIMIT.within().toNanos()) {
          fail(
              "%s: %s has restarted %s %d times within %s",
              seed, supervisor, leaf, tooMany, Duration.ofNanos(apart));
        }
      }
    }
  }
}
