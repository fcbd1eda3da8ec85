package dev.heddle.sim;

import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.World;
import dev.heddle.sim.SimulationFailure.Kind;
import dev.heddle.task.Body;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Runs a program under a seed: on simulated workers, in a time of its own, in one thread. The
 * program is an ordinary one. Whatever it starts with {@link dev.heddle.Heddle} is simulated, and
 * so are the thread that runs it and virtual threads that it starts itself.
 *
 * <p>What a simulation finds is thrown as a {@link SimulationFailure}: exceptions that nobody
 * catches, failed assertions, deadlocks, runs that do not come to an end, invariants that do not
 * hold, messages and processes that are missing.
 *
 * <p><b>What can be simulated.</b> Tasks, fibers, processes, supervisors, timers, and all waits of
 * Heddle's; and of the JDK's what parks without a time: locks, queues, latches, futures. Time
 * passes in no time: a {@code Fiber.sleep} of an hour takes microseconds. What asks the system for
 * the time (a timed wait of {@code java.util.concurrent}, {@code Thread.sleep}), does I/O, or
 * starts platform threads works, but may differ from run to run; it is noticed where possible, and
 * told in the report. Chance of the program's own should come from {@link #random()}. A loop that
 * waits without a wait (for a flag, say) never ends in one thread, and is reported.
 *
 * <p><b>Where others come in between.</b> At every operation of Heddle's that threads meet at, and
 * wherever the program says so by {@link #point()}. Between two of them the program runs
 * undisturbed: a race on a plain field is found only if there is a point in it.
 */
public final class Simulation {
  /** How long a step may take in real time; seconds. */
  private static final int LONGEST_STEP = 20;

  private Simulation() {}

  /**
   * Runs {@code program} under {@code seed}, and waits for its end.
   *
   * @return how it went
   * @throws SimulationFailure if something went wrong
   * @throws IllegalStateException inside of a simulation; or if the caller is interrupted, which
   *     ends the run after its step, and stays pending
   * @throws UnsupportedOperationException if the JVM lacks the flag that fibers need; the message
   *     names it
   */
  public static SimulationReport run(long seed, SimulationConfig config, Body program) {
    if (World.current() != null) {
      throw new IllegalStateException("a simulation cannot run inside of another one");
    }
    Director director = new Director(seed, config);
    World world = new World(director);
    director.directs(world);
    world.defaultWorkers(config.workers());
    world.begin("main", () -> perform(program, director));
    World.End end = await(world, director);
    if (end == World.End.STUCK) {
      director.fail(
          Kind.DEADLOCK,
          "nobody can go on, and no timer is pending" + indented(world.waits()),
          null);
    } else if (end == World.End.DONE) {
      checkAccounts(world, director);
    }
    Director.Problem problem = director.problem();
    if (problem != null) {
      throw failure(seed, config, problem, world, director);
    }
    if (end == World.End.STOPPED) {
      throw new IllegalStateException("interrupted before the simulation came to its end");
    }
    return new SimulationReport(
        seed,
        world.steps(),
        Duration.ofNanos(world.now()),
        director.log().digest(),
        List.copyOf(world.causes()));
  }

  private static void perform(Body program, Director director) {
    try {
      program.run();
    } catch (AssertionError e) {
      director.fail(Kind.ASSERTION, "an assertion failed: " + e.getMessage(), e);
    } catch (Throwable e) {
      director.fail(Kind.EXCEPTION, "the program threw " + e, e);
    }
  }

  private static World.End await(World world, Director director) {
    boolean interrupted = false;
    long before = -1;
    int still = 0;
    try {
      while (true) {
        try {
          World.End end = world.await(1_000);
          if (end != null) {
            return end;
          }
        } catch (InterruptedException e) {
          interrupted = true;
          world.stop();
        }
        still = world.steps() == before ? still + 1 : 0;
        before = world.steps();
        if (still >= LONGEST_STEP && !world.awaitsReality()) {
          director.fail(Kind.ENDLESS_STEP, endless(world), null);
          return World.End.STOPPED;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static String endless(World world) {
    return """
    a step has taken %d seconds of real time; a loop that waits for somebody else has to \
    wait by one of Heddle's waits, or call Fiber.yield(). It is at
    %s\
    """
        .formatted(
            LONGEST_STEP,
            Arrays.stream(world.stack())
                .map(frame -> "    at " + frame)
                .collect(Collectors.joining("\n")));
  }

  static String indented(List<String> lines) {
    return lines.stream().map(line -> "\n  " + line).collect(Collectors.joining());
  }

  private static void checkAccounts(World world, Director director) {
    for (Scheduler runtime : world.runtimes()) {
      runtime.untoldFailures().reportAll();
      List<String> wrong = runtime.wrongAccounts();
      if (!wrong.isEmpty()) {
        director.fail(
            Kind.ACCOUNTING,
            "in the runtime '%s' something is missing: %s"
                .formatted(runtime.name(), String.join("; ", wrong)),
            null);
      }
    }
  }

  private static SimulationFailure failure(
      long seed,
      SimulationConfig config,
      Director.Problem problem,
      World world,
      Director director) {
    StringBuilder text = new StringBuilder();
    text.append(problem.kind()).append(" with seed ").append(seed).append(": ");
    text.append(problem.what()).append("\n\nTo see it again: ");
    text.append(config.repeat().replace("%d", Long.toString(seed)));
    if (!world.causes().isEmpty()) {
      text.append("\nIt may not happen again, because");
      world.causes().forEach(cause -> text.append("\n  ").append(cause));
    }
    text.append("\n\nThe last of %,d steps:\n".formatted(world.steps()));
    text.append(director.log().tail());
    return new SimulationFailure(problem.kind(), seed, text.toString(), problem.cause());
  }

  // ---- for the program

  /** Whether the caller is simulated. */
  public static boolean isRunning() {
    return World.current() != null;
  }

  /**
   * A place where somebody else may come in between, as the system may take the processor from a
   * thread at any place. Costs about a nanosecond outside of a simulation, where it does nothing.
   */
  public static void point() {
    World.point();
  }

  /**
   * The caller is at work for {@code time}: in a simulation, its worker does nothing else
   * meanwhile, while others go on. Nothing outside of one.
   */
  public static void spend(Duration time) {
    World.spend(time.toNanos());
  }

  /**
   * How long the simulation that the caller runs in has gone on, in its own time.
   *
   * @throws IllegalStateException outside of a simulation
   */
  public static Duration elapsed() {
    World world = World.current();
    if (world == null) {
      throw new IllegalStateException("elapsed() is known inside of a simulation only");
    }
    return Duration.ofNanos(world.now());
  }

  /**
   * From now on {@code holds} has to hold after every step of the simulation that the caller runs
   * in, if it does; as {@link SimulationConfig#withInvariant}, for a program that makes what it is
   * about itself.
   */
  public static void invariant(String name, BooleanSupplier holds) {
    World world = World.current();
    if (world != null && world.guide() instanceof Director director) {
      director.add(new SimulationConfig.Invariant(name, holds));
    }
  }

  /**
   * A source of numbers for the caller alone: in a simulation the seed decides what they are,
   * outside of one nobody does. Not for use by several threads at once.
   */
  public static RandomGenerator random() {
    return new SplittableRandom(Clock.seed());
  }

  /** Writes a line into the log of the simulation that the caller runs in, if it does. */
  public static void note(String line) {
    World world = World.current();
    if (world != null) {
      world.note(line);
    }
  }
}
