package dev.heddle.observe.trace;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A task from its start to its end, or a step; cut into pieces where its fiber was elsewhere. */
final class Run {
  private final Kind kind;
  private final String name;
  private final Track begunOn;
  private final long start;
  private final long end;
  private final Map<String, Object> details;
  private @Nullable Slice first;

  Run(Kind kind, String name, Track begunOn, long start, long end, Map<String, Object> details) {
    this.kind = kind;
    this.name = name;
    this.begunOn = begunOn;
    this.start = start;
    this.end = end;
    this.details = details;
  }

  /** Puts it on the tracks where its fiber was meanwhile; {@code stays} are in order. */
  void show(List<Stay> stays) {
    int next = Search.first(stays.size(), i -> stays.get(i).end() > start);
    for (int i = next; i < stays.size() && stays.get(i).start() < end; i++) {
      Stay stay = stays.get(i);
      add(stay.track(), Math.max(start, stay.start()), Math.min(end, stay.end()));
    }
    if (first == null) {
      add(begunOn, start, end);
    }
  }

  private void add(Track track, long from, long to) {
    Slice piece = new Slice(kind, name, track, from, to);
    details.forEach(piece::with);
    if (first == null) {
      first = piece;
    } else {
      piece.with("part", "goes on after a wait");
    }
    track.add(piece);
  }

  long start() {
    return start;
  }

  /** Its first piece, once it is shown. */
  @Nullable Slice first() {
    return first;
  }
}
