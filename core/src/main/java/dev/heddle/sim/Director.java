package dev.heddle.sim;

import dev.heddle.scheduler.Actor;
import dev.heddle.scheduler.Guide;
import dev.heddle.scheduler.InjectedCrash;
import dev.heddle.scheduler.Step;
import dev.heddle.scheduler.World;
import dev.heddle.sim.SimulationFailure.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Decides in a simulated world, and watches over it. */
final class Director implements Guide {
  /** How long a step takes, in nanoseconds. */
  private static final long STEP = 1_000;

  private static final long LONGEST_DELAY = 10_000_000;

  private final SimulationConfig config;
  private final Explorer explorer;
  private final SplittableRandom faults;
  private final SplittableRandom chance;
  private final SimulationLog log;
  private final List<SimulationConfig.Invariant> invariants;
  private @Nullable World world;
  private @Nullable Problem problem;

  /** What went wrong first. */
  record Problem(Kind kind, String what, @Nullable Throwable cause) {}

  Director(long seed, SimulationConfig config) {
    this.config = config;
    SplittableRandom root = new SplittableRandom(seed);
    chance = root.split();
    faults = root.split();
    explorer = Explorer.of(config.strategy(), root.split());
    log = new SimulationLog(config.log());
    invariants = new ArrayList<>(config.invariants());
  }

  void directs(World directed) {
    world = directed;
  }

  void add(SimulationConfig.Invariant invariant) {
    invariants.add(invariant);
  }

  private World world() {
    World directed = world;
    if (directed == null) {
      throw new IllegalStateException("has no world to direct");
    }
    return directed;
  }

  @Override
  public int next(List<Actor> able) {
    return explorer.next(able);
  }

  @Override
  public boolean comesBetween(Actor running, List<Actor> able) {
    return explorer.comesBetween(running, able);
  }

  @Override
  public long chance() {
    return chance.nextLong();
  }

  @Override
  public long cost(Step step) {
    Costs costs = config.costs();
    return costs == null ? STEP : costs.of(step);
  }

  @Override
  public boolean isParallel() {
    return config.costs() != null;
  }

  @Override
  public void made(Step step) {
    log.add(step);
    for (SimulationConfig.Invariant invariant : invariants) {
      check(invariant);
    }
    if (step.number() + 1 >= config.most()) {
      fail(
          Kind.LIVELOCK,
          "the program has not ended after %,d steps".formatted(config.most()),
          null);
    }
    if (!config.faults().isEmpty()) {
      disturb(step);
    }
  }

  private void check(SimulationConfig.Invariant invariant) {
    try {
      if (!invariant.holds().getAsBoolean()) {
        fail(Kind.INVARIANT, "this does not hold any more: " + invariant.name(), null);
      }
    } catch (Throwable e) {
      fail(Kind.INVARIANT, "this could not be checked: " + invariant.name(), e);
    }
  }

  // ---- faults

  private boolean happens(Fault fault) {
    return config.faults().contains(fault) && faults.nextInt(config.faultInterval()) == 0;
  }

  private void disturb(Step step) {
    if (step.actor().isWorker() && happens(Fault.HELD_UP_WORKER)) {
      world().holdUp(step.actor(), 1 + faults.nextLong(LONGEST_DELAY));
      note("FAULT " + step.actor().name() + " is held up");
    }
    if (happens(Fault.SPURIOUS_WAKE_UP)) {
      Thread waiting = someWaiting();
      if (waiting != null) {
        note("FAULT " + waiting.getName() + " goes on for no reason");
        LockSupport.unpark(waiting);
      }
    }
    if (happens(Fault.INTERRUPT)) {
      Thread waiting = someWaiting();
      if (waiting != null) {
        note("FAULT " + waiting.getName() + " is interrupted");
        waiting.interrupt();
      }
    }
  }

  private @Nullable Thread someWaiting() {
    List<Thread> waiting = world().waiting();
    return waiting.isEmpty() ? null : waiting.get(faults.nextInt(waiting.size()));
  }

  @Override
  public boolean injects(String fault) {
    boolean happens = happens(Fault.valueOf(fault));
    if (happens) {
      note("FAULT " + fault.toLowerCase(Locale.ROOT).replace('_', ' '));
    }
    return happens;
  }

  // ---- watching

  @Override
  public void note(String line) {
    log.add(world().now(), line);
  }

  @Override
  public void uncaught(Thread thrower, Throwable e) {
    if (!InjectedCrash.isIn(e)) {
      fail(Kind.EXCEPTION, "uncaught in " + thrower.getName() + ": " + e, e);
    }
  }

  @Override
  public boolean allowsForce() {
    return config.forcedClose();
  }

  @Override
  public void forces(String runtime, long nanos, boolean stuck, List<String> waits) {
    String what =
        "close() of the runtime '%s' has waited %,d ms in vain, %s"
            .formatted(
                runtime,
                nanos / 1_000_000,
                stuck
                    ? "nobody else can go on, and no timer is pending"
                    : "and would have to end by force what has not ended");
    fail(stuck ? Kind.DEADLOCK : Kind.FORCED_CLOSE, what + Simulation.indented(waits), null);
  }

  /** Ends the run, unless something went wrong before. */
  void fail(Kind kind, String what, @Nullable Throwable cause) {
    if (problem == null) {
      problem = new Problem(kind, what, cause);
      world().stop();
    }
  }

  @Nullable Problem problem() {
    return problem;
  }

  SimulationLog log() {
    return log;
  }
}
