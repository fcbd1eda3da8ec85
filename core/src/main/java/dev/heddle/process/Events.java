package dev.heddle.process;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** What has arrived for one step, oldest first. Empty as soon as the step has returned. */
public final class Events implements Iterable<Event> {
  /** How many there are at most. */
  static final int MOST = 64;

  private final @Nullable Event[] events = new Event[MOST];
  private int size;

  Events() {}

  /** How many there are. */
  public int size() {
    return size;
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return size == 0;
  }

  /**
   * One of them.
   *
   * @throws IndexOutOfBoundsException if there is none of this number
   */
  public Event get(int index) {
    Event event = index < 0 || index >= size ? null : events[index];
    if (event == null) {
      throw new IndexOutOfBoundsException("event " + index + " of " + size);
    }
    return event;
  }

  @Override
  public Iterator<Event> iterator() {
    return new Iterator<>() {
      private int at;

      @Override
      public boolean hasNext() {
        return at < size;
      }

      @Override
      public Event next() {
        if (at >= size) {
          throw new NoSuchElementException("there are " + size + " events");
        }
        return get(at++);
      }
    };
  }

  void add(Event event) {
    events[size++] = event;
  }

  void clear() {
    int n = size;
    size = 0;
    for (int i = 0; i < n; i++) {
      events[i] = null;
    }
  }
}
