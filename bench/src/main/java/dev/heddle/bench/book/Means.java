package dev.heddle.bench.book;

import dev.heddle.bench.Suite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Geometric means of ratios: what is twice as fast here and half as fast there is just as fast.
 *
 * @param title over what
 * @param duels the ratios
 */
record Means(String title, List<Duel> duels) {

  /**
   * A mean.
   *
   * @param value of the ratios
   * @param rows how many there were
   */
  record Mean(double value, int rows) {}

  /** For each suite, and where it ran with several numbers of workers, for each of them too. */
  static List<Means> of(Recording recording) {
    List<Means> all = new ArrayList<>();
    for (Suite suite : Suite.values()) {
      List<Section> sections =
          recording.sections().stream().filter(section -> section.suite() == suite).toList();
      if (sections.isEmpty()) {
        continue;
      }
      all.add(of(suite.title(), sections));
      if (sections.size() > 1) {
        sections.forEach(section -> all.add(of(section.title(), List.of(section))));
      }
    }
    return all.stream().filter(means -> !means.duels.isEmpty()).toList();
  }

  private static Means of(String title, List<Section> sections) {
    return new Means(
        title, sections.stream().flatMap(section -> section.duels().stream()).toList());
  }

  /** The part of it that has a limit. */
  Means limited() {
    return new Means(title, duels.stream().filter(duel -> duel.limit() != null).toList());
  }

  /** Of the ratios to one rival; null if there is none. */
  @Nullable Mean against(Rival rival) {
    return mean(rival, Duel::ratio);
  }

  /** As {@link #against}, if Heddle cost nothing; to be asked of what is {@link #limited}. */
  @Nullable Mean atLimit(Rival rival) {
    return mean(rival, Duel::ratioAtLimit);
  }

  private @Nullable Mean mean(Rival rival, ToDoubleFunction<Duel> ratio) {
    double[] logs =
        duels.stream()
            .filter(duel -> duel.rival().equals(rival))
            .mapToDouble(ratio)
            .map(Math::log)
            .toArray();
    return logs.length == 0
        ? null
        : new Mean(Math.exp(Arrays.stream(logs).average().orElseThrow()), logs.length);
  }
}
