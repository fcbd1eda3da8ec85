package dev.heddle.bench.book;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;

/**
 * Why Heddle loses a row, as somebody has found out: {@code reasons.properties} beside this class
 * says it by {@code benchmark/variant/rival}, or for one number of workers by {@code
 * benchmark/variant/rival@workers}. Where nobody has, it is told what the results themselves say.
 */
final class Reasons {
  private static final String UNKNOWN = "not yet explained";
  private static final String SPREAD =
      "; the rounds overlap: a tenth of Heddle's were as fast as half of the rival's, and a tenth"
          + " of the rival's as slow as half of Heddle's";
  private static final String FIRST_ON_JVM = "; no rival on the JVM is faster than Heddle here";

  private final Properties known;

  Reasons(Properties known) {
    this.known = known;
  }

  /** The checked-in ones. */
  static Reasons load() {
    Properties known = new Properties();
    try (Reader in =
        new InputStreamReader(
            Objects.requireNonNull(Reasons.class.getResourceAsStream("reasons.properties")),
            StandardCharsets.UTF_8)) {
      known.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Reasons(known);
  }

  /**
   * The reason, or that there is none yet.
   *
   * @param all of the same run
   */
  String of(Duel duel, List<Duel> all) {
    String key = "%s/%s/%s".formatted(duel.benchmark(), duel.variant(), duel.rival().title());
    String found = known.getProperty(key + "@" + duel.workers(), known.getProperty(key));
    return found != null ? found : unknown(duel, all);
  }

  private static String unknown(Duel duel, List<Duel> all) {
    List<Duel> onJvm =
        all.stream().filter(each -> each.rival().onJvm() && each.isOfSameRow(duel)).toList();
    boolean first = !onJvm.isEmpty() && onJvm.stream().noneMatch(Duel::lost);
    return UNKNOWN + (first ? FIRST_ON_JVM : "") + (duel.overlaps() ? SPREAD : "");
  }

  Set<String> keys() {
    return known.stringPropertyNames();
  }
}
