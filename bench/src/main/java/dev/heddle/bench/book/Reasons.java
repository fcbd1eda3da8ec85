package dev.heddle.bench.book;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;

/**
 * Why Heddle loses a row, as somebody has found out: {@code reasons.properties} beside this class
 * says it by {@code benchmark/variant/rival}, or for one number of workers by {@code
 * benchmark/variant/rival@workers}. Where nobody has, it is told whether the rounds overlap.
 */
final class Reasons {
  private static final String UNKNOWN = "not yet explained";
  private static final String SPREAD =
      UNKNOWN
          + "; the rounds overlap: a tenth of Heddle's were as fast as half of the rival's, and a"
          + " tenth of the rival's as slow as half of Heddle's";

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

  /** The reason, or that there is none yet. */
  String of(Duel duel) {
    String key = "%s/%s/%s".formatted(duel.benchmark(), duel.variant(), duel.rival().title());
    String otherwise = duel.overlaps() ? SPREAD : UNKNOWN;
    return known.getProperty(key + "@" + duel.workers(), known.getProperty(key, otherwise));
  }

  Set<String> keys() {
    return known.stringPropertyNames();
  }
}
