package dev.heddle.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Which seeds are tried: some that were named, and then 1 to {@code count}.
 *
 * @param first those that were named
 * @param count how many others
 */
record Seeds(List<Long> first, int count) {
  private static final String COUNT = "heddle.sim.seeds";
  private static final String ONLY = "heddle.sim.seed";

  Seeds {
    first = List.copyOf(first);
    if (count < 0 || (count == 0 && first.isEmpty())) {
      throw new IllegalArgumentException("seeds: " + count + ", must be at least 1");
    }
  }

  /** Those of {@code wanted}, unless {@code properties} say otherwise. */
  static Seeds of(Simulate wanted, UnaryOperator<@Nullable String> properties) {
    String only = properties.apply(ONLY);
    if (only != null) {
      List<Long> named = new ArrayList<>();
      for (String word : only.split(",", -1)) {
        named.add(number(ONLY, word.strip()));
      }
      return new Seeds(named, 0);
    }
    String count = properties.apply(COUNT);
    return new Seeds(
        LongStream.of(wanted.seed()).boxed().toList(),
        count == null ? wanted.seeds() : Math.toIntExact(number(COUNT, count)));
  }

  private static long number(String property, String word) {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("-D" + property + "=" + word + ": no number", e);
    }
  }

  int size() {
    return first.size() + count;
  }

  /** In the order in which they are tried. */
  LongStream stream() {
    return LongStream.concat(
        first.stream().mapToLong(Long::longValue), LongStream.rangeClosed(1, count));
  }
}
