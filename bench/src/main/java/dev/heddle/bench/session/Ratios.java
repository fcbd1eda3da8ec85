package dev.heddle.bench.session;

import dev.heddle.bench.Entry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares the contenders of a benchmark with Heddle. */
public final class Ratios {
  private Ratios() {}

  /**
   * The results with their ratios filled in.
   *
   * @param resolution no ratio where Heddle's cost is below that, or zero
   */
  public static List<Result> fillIn(List<Result> results, double resolution) {
    List<Result> compared = new ArrayList<>();
    for (Result result : results) {
      Statistics heddle = heddle(results, result.variant());
      compared.add(
          new Result(
              result.benchmark(),
              result.contender(),
              result.variant(),
              result.workers(),
              result.unit(),
              result.cost(),
              ratio(result, heddle, resolution)));
    }
    return compared;
  }

  private static @Nullable Statistics heddle(List<Result> results, String variant) {
    for (Result result : results) {
      if (result.contender().equals(Entry.HEDDLE) && result.variant().equals(variant)) {
        return result.cost();
      }
    }
    return null;
  }

  private static @Nullable Double ratio(
      Result result, @Nullable Statistics heddle, double resolution) {
    if (result.contender().equals(Entry.HEDDLE)) {
      return 1.0;
    }
    if (heddle == null || heddle.median() <= 0 || heddle.median() < resolution) {
      return null;
    }
    return result.cost().median() / heddle.median();
  }
}
