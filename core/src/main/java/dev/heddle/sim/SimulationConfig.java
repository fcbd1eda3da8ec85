package dev.heddle.sim;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What can be chosen about a simulation. Immutable; begin with {@link #DEFAULT}.
 *
 * @param workers how many workers a runtime gets that does not choose ({@code Heddle.start()})
 * @param strategy how it explores
 * @param most how many steps a run may have; one that has more goes round in circles
 * @param faults what is done to the program on purpose; none by default
 * @param faultInterval one in about so many opportunities for a fault is taken
 * @param invariants what has to hold after every step
 * @param forcedClose whether a {@code close()} may lose its patience, and end by force what has not
 *     ended; if not, that is a finding
 * @param log told every step, as a line of text, while it runs; null: nobody is
 * @param costs how long the scheduler's own doings take, in a simulation with parallel time; null:
 *     one step comes after the other, a microsecond each
 * @param repeat what to run to see one seed again, to be shown at a failure; with {@code %d} for
 *     the seed
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public record SimulationConfig(
    int workers,
    Strategy strategy,
    long most,
    Set<Fault> faults,
    int faultInterval,
    List<Invariant> invariants,
    boolean forcedClose,
    @Nullable Consumer<String> log,
    @Nullable Costs costs,
    String repeat) {
  /** Four workers, {@link Strategy#mixed()}, a million steps, no faults. */
  public static final SimulationConfig DEFAULT =
      new SimulationConfig(
          4,
          Strategy.mixed(),
          1_000_000,
          Set.of(),
          100,
          List.of(),
          false,
          null,
          null,
          "Simulation.run(%dL, config, program)");

  /**
   * Something that has to hold after every step of a run. It is asked by the thread of the
   * simulation, while nothing else runs: it must not wait, and should be quick.
   *
   * @param name said if it does not hold
   * @param holds asked
   */
  public record Invariant(String name, BooleanSupplier holds) {}

  /**
   * @throws IllegalArgumentException if a number is less than 1
   */
  public SimulationConfig {
    atLeastOne("workers", workers);
    atLeastOne("most", most);
    atLeastOne("faultInterval", faultInterval);
    faults = faults.isEmpty() ? Set.of() : Set.copyOf(faults);
    invariants = List.copyOf(invariants);
    Objects.requireNonNull(strategy);
  }

  private static void atLeastOne(String what, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(what + ": " + value + ", must be at least 1");
    }
  }

  /** With {@code workers} workers for a runtime that does not choose. */
  public SimulationConfig withWorkers(int workers) {
    return with(draft -> draft.workers = workers);
  }

  /** With another strategy. */
  public SimulationConfig withStrategy(Strategy strategy) {
    return with(draft -> draft.strategy = strategy);
  }

  /** With at most {@code most} steps. */
  public SimulationConfig withMost(long most) {
    return with(draft -> draft.most = most);
  }

  /** With these faults, and no others. */
  public SimulationConfig withFaults(Fault... faults) {
    Set<Fault> chosen = EnumSet.noneOf(Fault.class);
    chosen.addAll(List.of(faults));
    return with(draft -> draft.faults = chosen);
  }

  /** With a fault at one in about {@code interval} opportunities. */
  public SimulationConfig withFaultInterval(int interval) {
    return with(draft -> draft.faultInterval = interval);
  }

  /** With one more {@link Invariant}. */
  public SimulationConfig withInvariant(String name, BooleanSupplier holds) {
    List<Invariant> more = new ArrayList<>(invariants);
    more.add(new Invariant(name, holds));
    return with(draft -> draft.invariants = more);
  }

  /**
   * For a program that closes its runtime while it knows that something waits for ever: whether
   * that is fine. Other ways to say so are {@code Heddle.shutdown}, which tells how it went, and a
   * close timeout of zero.
   */
  public SimulationConfig withForcedClose(boolean forcedClose) {
    return with(draft -> draft.forcedClose = forcedClose);
  }

  /** With every step told to {@code log}, as a line without its end. */
  public SimulationConfig withLog(Consumer<String> log) {
    return with(draft -> draft.log = log);
  }

  /** With parallel time. */
  public SimulationConfig withCosts(Costs costs) {
    return with(draft -> draft.costs = costs);
  }

  /** With another command, with {@code %d} for the seed. */
  public SimulationConfig withRepeat(String repeat) {
    return with(draft -> draft.repeat = repeat);
  }

  private SimulationConfig with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.finished();
  }

  /** A configuration in the making: all as in another one, but what is changed. */
  private static final class Draft {
    private int workers;
    private Strategy strategy;
    private long most;
    private Set<Fault> faults;
    private int faultInterval;
    private List<Invariant> invariants;
    private boolean forcedClose;
    private @Nullable Consumer<String> log;
    private @Nullable Costs costs;
    private String repeat;

    Draft(SimulationConfig from) {
      workers = from.workers;
      strategy = from.strategy;
      most = from.most;
      faults = from.faults;
      faultInterval = from.faultInterval;
      invariants = from.invariants;
      forcedClose = from.forcedClose;
      log = from.log;
      costs = from.costs;
      repeat = from.repeat;
    }

    SimulationConfig finished() {
      return new SimulationConfig(
          workers,
          strategy,
          most,
          faults,
          faultInterval,
          invariants,
          forcedClose,
          log,
          costs,
          repeat);
    }
  }
}
