package dev.heddle.metrics;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The fibers of a runtime in a {@link RuntimeSnapshot}.
 *
 * @param started how many were ever started
 * @param alive how many have not ended
 * @param looked at how many of them the census looked; if they are fewer than {@code alive}, the
 *     numbers by state are estimated from those
 * @param states how many are in which state
 * @param longestWaits those that have waited for longest, of those looked at; some at most
 */
public record FiberCensus(
    long started,
    long alive,
    long looked,
    Map<FiberState, Long> states,
    List<FiberLine> longestWaits) {
  public FiberCensus {
    EnumMap<FiberState, Long> copy = new EnumMap<>(FiberState.class);
    copy.putAll(states);
    states = Collections.unmodifiableMap(copy);
    longestWaits = List.copyOf(longestWaits);
  }
}
