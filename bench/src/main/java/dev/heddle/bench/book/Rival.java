package dev.heddle.bench.book;

import dev.heddle.bench.Entry;
import dev.heddle.bench.foreign.Language;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whom Heddle is compared with. One that enters in two forms counts by the faster of them in each
 * row, as if somebody had chosen it for that row.
 *
 * @param title its name
 * @param onJvm whether a Java program could use it instead
 * @param colour in charts, seen well on light and on dark
 */
record Rival(String title, boolean onJvm, String colour) {

  private static final List<Rival> KNOWN =
      List.of(
          new Rival(Entry.FORK_JOIN_POOL, true, "#3f86c9"),
          new Rival(Entry.VIRTUAL_THREADS, true, "#dd7a2b"),
          new Rival(Entry.PEKKO, true, "#9a70c8"),
          new Rival(Entry.KOTLIN, true, "#d65d97"),
          new Rival(Language.ONE_TBB.contender(), false, "#8c7a5b"),
          new Rival(Language.GO.contender(), false, "#2aa1a1"),
          new Rival(Language.ERLANG.contender(), false, "#cc4b44"));

  private static final String OTHER_COLOUR = "#7f8790";

  /** In the order in which they are shown. */
  static List<Rival> order(List<Duel> duels) {
    List<Rival> met = duels.stream().map(Duel::rival).distinct().toList();
    return Stream.concat(KNOWN.stream().filter(met::contains), met.stream()).distinct().toList();
  }

  /** The rival behind a contender; null if it is Heddle itself, or a limit. */
  static @Nullable Rival of(String contender) {
    if (contender.equals(Entry.HEDDLE) || Entry.isFloor(contender)) {
      return null;
    }
    String title = contender.equals(Entry.PEKKO_THROUGHPUT) ? Entry.PEKKO : contender;
    return KNOWN.stream()
        .filter(rival -> rival.title.equals(title))
        .findFirst()
        .orElseGet(() -> new Rival(title, isOnJvm(title), OTHER_COLOUR));
  }

  private static boolean isOnJvm(String title) {
    return Arrays.stream(Language.values())
        .noneMatch(language -> language.contender().equals(title));
  }
}
