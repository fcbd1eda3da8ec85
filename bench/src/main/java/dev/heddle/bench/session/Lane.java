package dev.heddle.bench.session;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One entry through all heats of a run: its process of the moment, and what its rounds cost. */
final class Lane implements Contestant {
  private final Entry entry;
  private final boolean forgiving;
  private final List<Double> costs = new ArrayList<>();
  private @Nullable ChildProcess child;
  private @Nullable BenchmarkFailure failure;

  /**
   * @param forgiving whether a failure ends this entry only, not the run
   */
  Lane(Entry entry, boolean forgiving) {
    this.entry = entry;
    this.forgiving = forgiving;
  }

  Entry entry() {
    return entry;
  }

  List<Double> costs() {
    return costs;
  }

  /** Why it is out of the race, or null. */
  @Nullable BenchmarkFailure failure() {
    return failure;
  }

  /** Starts a process, unless an earlier one has failed. */
  void start(Supplier<ChildProcess> starter) {
    if (failure == null) {
      try {
        child = starter.get();
      } catch (BenchmarkFailure e) {
        fail(e);
      }
    }
  }

  /** A round of its process; not a number if there is none any more. */
  @Override
  public double round() {
    ChildProcess runs = child;
    if (runs != null) {
      try {
        double cost = runs.round();
        costs.add(cost);
        return cost;
      } catch (BenchmarkFailure e) {
        fail(e);
      }
    }
    return Double.NaN;
  }

  private void fail(BenchmarkFailure e) {
    stop();
    failure = e;
    if (!forgiving) {
      throw e;
    }
  }

  /** Ends its process, if there is one. */
  void stop() {
    ChildProcess runs = child;
    if (runs != null) {
      runs.close();
      child = null;
    }
  }
}
