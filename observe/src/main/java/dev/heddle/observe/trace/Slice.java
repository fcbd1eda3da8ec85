package dev.heddle.observe.trace;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Something that was going on for a while, on one track. Times in nanoseconds of the recording. */
final class Slice {
  final Kind kind;
  final String name;
  final Track track;
  final long start;

  /** Exclusive; cut if it would stand out of the slice around it. */
  long end;

  /** The slice around it, once the track is in order. */
  @Nullable Slice around;

  private final Map<String, Object> details = new LinkedHashMap<>(4);

  Slice(Kind kind, String name, Track track, long start, long end) {
    this.kind = kind;
    this.name = name;
    this.track = track;
    this.start = start;
    this.end = Math.max(end, start + 1); // what takes no time could hold no arrow
  }

  Slice with(String key, Object detail) {
    details.put(key, detail);
    return this;
  }

  Map<String, Object> details() {
    return details;
  }
}
