package dev.heddle.observe.trace;

import dev.heddle.observe.trace.Arrow.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What became of a recording.
 *
 * @param slicesLeftOut slices that there was no room for, all shorter than {@code bound}
 *     nanoseconds
 * @param arrowsLeftOut arrows to what was left out, or to what has not come before the end
 * @param lostBytes of events that the JVM could not write
 * @param lostBeginning whether the file for the recording was too small
 */
record TraceResult(
    Timeline timeline,
    long slicesLeftOut,
    long bound,
    long arrowsLeftOut,
    long momentsLeftOut,
    long lostBytes,
    boolean lostBeginning) {

  boolean isEmpty() {
    return timeline.slices() == 0;
  }

  /** In some lines, for people. */
  List<String> describe() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%d slices on %d tracks, %d arrows (%d spawn, %d send, %d wake), %d moments"
            .formatted(
                timeline.slices(),
                timeline.tracks().size(),
                timeline.arrows().size(),
                timeline.arrows(Cause.SPAWN),
                timeline.arrows(Cause.SEND),
                timeline.arrows(Cause.WAKE),
                timeline.moments().size()));
    if (slicesLeftOut > 0) {
      lines.add(
          "left out: %d slices, all shorter than %s; --events keeps more"
              .formatted(slicesLeftOut, time(bound)));
    }
    if (arrowsLeftOut > 0) {
      lines.add(
          "left out: %d arrows, to what is not shown or has not come to run"
              .formatted(arrowsLeftOut));
    }
    if (momentsLeftOut > 0) {
      lines.add("left out: %d moments; --events keeps more".formatted(momentsLeftOut));
    }
    if (lostBytes > 0) {
      lines.add(
          "WARNING: the JVM has lost %d KB of events, so something is missing; --threshold records less"
              .formatted(lostBytes / 1024 + 1));
    }
    if (lostBeginning) {
      lines.add(
          "WARNING: the recording has outgrown its limit, so its beginning is missing; --size"
              + " allows more, --threshold records fewer tasks");
    }
    return lines;
  }

  static String time(long nanos) {
    return nanos < 1_000
        ? nanos + " ns"
        : nanos < 1_000_000
            ? String.format(Locale.ROOT, "%.1f µs", nanos / 1e3)
            : String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }
}
