package dev.heddle.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a selective receive has passed over, in the order of its coming. It remembers for each
 * selector how far that has looked, so that nothing is looked at twice by the same one: a receive
 * costs what has come since its selector's last one, however much was refused before. Selectors are
 * told apart by identity; the last {@link #SELECTORS} are remembered.
 *
 * <p>{@code events} has holes where something was taken out; when half of it is holes they are
 * closed, which costs a constant for each that was taken. Owner only, but for {@link #messages}.
 */
final class RefusedEvents {
  private static final int SELECTORS = 16;
  private static final int FEW = 32;

  private final List<@Nullable Event> events = new ArrayList<>();

  /** For each selector the index of the first that it has not looked at. */
  private final Map<Object, Integer> looked = new HashMap<>();

  private int live;

  /** Written by the owner, opaque. */
  private final AtomicInteger messages = new AtomicInteger();

  /**
   * Adds {@code event}, which {@code selector} has refused as the newest. If there is no memory for
   * it, nothing has changed; if only for how far the selector has looked, it looks again.
   */
  void add(Event event, Object selector) {
    events.add(event);
    live++;
    if (event instanceof Message) {
      count(1);
    }
    try {
      remember(selector, events.size());
    } catch (OutOfMemoryError _) {
      looked.remove(selector);
    }
  }

  private void count(int n) {
    messages.setOpaque(messages.getPlain() + n);
  }

  private void remember(Object selector, int index) {
    if (looked.size() >= SELECTORS && !looked.containsKey(selector)) {
      looked.clear();
    }
    looked.put(selector, index);
  }

  /** Takes out the oldest that is {@code wanted} by {@code selector}; null if none is. */
  @Nullable Event take(Object selector, Predicate<Event> wanted) {
    if (live == 0) {
      return null;
    }
    Integer known = looked.get(selector);
    for (int i = known == null ? 0 : known; i < events.size(); i++) {
      Event event = events.get(i);
      if (event != null && wanted.test(event)) {
        remember(selector, i);
        remove(i, event);
        return event;
      }
    }
    remember(selector, events.size());
    return null;
  }

  private void remove(int index, Event event) {
    events.set(index, null);
    live--;
    if (event instanceof Message) {
      count(-1);
    }
    if (live == 0) {
      events.clear();
      looked.clear();
    } else if (events.size() > FEW && live < events.size() / 2) {
      try {
        closeHoles();
      } catch (OutOfMemoryError _) {
        looked.clear(); // part of it may be about places that events have not got
      }
    }
  }

  private void closeHoles() {
    int[] before = new int[events.size() + 1];
    int kept = 0;
    for (int i = 0; i < events.size(); i++) {
      before[i] = kept;
      kept += events.get(i) == null ? 0 : 1;
    }
    before[events.size()] = kept;
    looked.replaceAll((selector, index) -> before[Math.min(index, events.size())]);
    // From here on nothing can fail.
    for (int i = 0; i < events.size(); i++) {
      events.set(before[i], events.get(i)); // what is not kept is written over by who comes next
    }
    while (events.size() > kept) {
      events.removeLast();
    }
  }

  /**
   * Takes all out that is left, without any memory.
   *
   * @return the oldest, to which the others are linked, and {@code newer} behind them
   */
  @Nullable Event drain(@Nullable Event newer) {
    Event first = newer;
    for (int i = events.size() - 1; i >= 0; i--) {
      Event event = events.get(i);
      if (event != null) {
        event.next = first;
        first = event;
      }
    }
    events.clear();
    looked.clear();
    live = 0;
    messages.setOpaque(0);
    return first;
  }

  /** Anybody: how many messages are among them. */
  int messages() {
    return messages.getOpaque();
  }
}
