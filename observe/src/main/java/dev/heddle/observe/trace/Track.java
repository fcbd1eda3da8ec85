package dev.heddle.observe.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line of the picture: a worker of a runtime, or a thread outside. Its slices lie within each
 * other or one after the other; {@link #order} sees to that.
 */
final class Track {
  private static final Comparator<Slice> OUTER_FIRST =
      Comparator.<Slice>comparingLong(slice -> slice.start)
          .thenComparing(Comparator.<Slice>comparingLong(slice -> slice.end).reversed())
          .thenComparing(slice -> slice.kind);

  /** How long what only marks a place is shown; nanoseconds. */
  private static final long MARK = 1_000;

  private final int group;
  private final long number;
  private final String name;
  private final List<Slice> slices = new ArrayList<>();

  /**
   * @param group the number of its runtime, or of the threads outside
   * @param number within the group
   */
  Track(int group, long number, String name) {
    this.group = group;
    this.number = number;
    this.name = name;
  }

  int group() {
    return group;
  }

  long number() {
    return number;
  }

  String name() {
    return name;
  }

  List<Slice> slices() {
    return slices;
  }

  void add(Slice slice) {
    slices.add(slice);
  }

  /** Sorts the slices, and cuts what would stand out of the one around it. */
  void order() {
    slices.sort(OUTER_FIRST);
    ArrayDeque<Slice> open = new ArrayDeque<>();
    for (Slice slice : slices) {
      Slice around;
      while ((around = open.peek()) != null && around.end <= slice.start) {
        open.pop();
      }
      slice.around = around;
      if (around != null) {
        slice.end = Math.min(slice.end, around.end);
      }
      open.push(slice);
    }
  }

  /** The innermost slice at {@code time}, once the track is in order; null: none. */
  @Nullable Slice at(long time) {
    int last = lastBefore(time);
    Slice slice = last < 0 ? null : slices.get(last);
    while (slice != null && slice.end < time) {
      slice = slice.around;
    }
    return slice;
  }

  /** Marks places where there is no slice; the track has to be put in order again. */
  void mark(List<Mark> marks) {
    marks.sort(Comparator.comparingLong(Mark::at));
    List<Slice> made = new ArrayList<>();
    for (int i = 0; i < marks.size(); i++) {
      Mark mark = marks.get(i);
      long next = i + 1 < marks.size() ? marks.get(i + 1).at() : Long.MAX_VALUE;
      int after = lastBefore(mark.at()) + 1;
      if (after < slices.size()) {
        next = Math.min(next, slices.get(after).start);
      }
      if (next > mark.at()) { // else the next one marks the same place
        made.add(
            new Slice(Kind.ACT, mark.word(), this, mark.at(), Math.min(next, mark.at() + MARK)));
      }
    }
    slices.addAll(made);
  }

  /** A place, and what happened there. */
  record Mark(long at, String word) {}

  /** The last of those that begin at {@code time} or before; -1: there is none. */
  private int lastBefore(long time) {
    return Search.first(slices.size(), i -> slices.get(i).start > time) - 1;
  }
}
