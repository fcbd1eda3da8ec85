package dev.heddle.observe.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The picture: tracks, moments and arrows. */
final class Timeline {
  /** The group of the threads outside. */
  static final int OUTSIDE = 1;

  private record Place(int group, long number) {}

  private final Map<String, Integer> runtimes = new LinkedHashMap<>();
  private final Map<Place, Track> tracks = new LinkedHashMap<>();
  private final List<Moment> moments = new ArrayList<>();
  private final List<Arrow> arrows = new ArrayList<>();

  /** The track of a worker. */
  Track worker(String runtime, int worker) {
    int group = runtimes.computeIfAbsent(runtime, _ -> OUTSIDE + 1 + runtimes.size());
    return tracks.computeIfAbsent(
        new Place(group, worker), place -> new Track(group, place.number(), "worker " + worker));
  }

  /** The track of a thread outside. */
  Track outside(long thread, String name) {
    return tracks.computeIfAbsent(
        new Place(OUTSIDE, thread), _ -> new Track(OUTSIDE, thread, name));
  }

  void add(Moment moment) {
    moments.add(moment);
  }

  void add(Arrow arrow) {
    arrows.add(arrow);
  }

  /** Puts every track in order. */
  void order() {
    tracks.values().forEach(Track::order);
  }

  /** Every arrow begins within a slice: where there is none, a mark is made. */
  void markArrows() {
    Map<Track, List<Track.Mark>> marks = new HashMap<>();
    for (Arrow arrow : arrows) {
      if (arrow.from().at(arrow.at()) == null) {
        marks
            .computeIfAbsent(arrow.from(), _ -> new ArrayList<>())
            .add(new Track.Mark(arrow.at(), arrow.cause().word()));
      }
    }
    marks.forEach(Track::mark);
    marks.keySet().forEach(Track::order);
  }

  /** The numbers of the groups, with their names; the threads outside have none. */
  Map<String, Integer> runtimes() {
    return runtimes;
  }

  List<Track> tracks() {
    return List.copyOf(tracks.values());
  }

  List<Moment> moments() {
    return moments;
  }

  List<Arrow> arrows() {
    return arrows;
  }

  long slices() {
    return tracks.values().stream().mapToLong(track -> track.slices().size()).sum();
  }

  long arrows(Arrow.Cause cause) {
    return arrows.stream().filter(arrow -> arrow.cause() == cause).count();
  }
}
