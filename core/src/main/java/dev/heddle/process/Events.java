package dev.heddle.process;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** What has arrived for one step, oldest first. Empty as soon as the step has returned. */
public final class Events implements Iterable<Event> {
  /** How many there are at most. */
  static final int MOST = 64;

  /** The oldest; the others are linked to it. */
  private @Nullable Event first;

  private int size;

  /**
   * The event that was asked for last, and its number: who goes on from there need not begin anew.
   */
  private @Nullable Event at;

  private int atIndex;

  /** None, until {@link #fill}. */
  Events() {}

  /** The oldest of {@code size}, which are linked. */
  void fill(Event oldest, int number) {
    first = oldest;
    size = number;
    at = oldest;
  }

  /** How many there are. */
  public int size() {
    return size;
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return size == 0;
  }

  /**
   * One of them. Going through them in their order costs the same for each.
   *
   * @throws IndexOutOfBoundsException if there is none of this number
   */
  public Event get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException("event " + index + " of " + size);
    }
    if (index < atIndex) {
      at = first;
      atIndex = 0;
    }
    Event event = at;
    while (event != null && atIndex < index) {
      event = event.next;
      atIndex++;
    }
    at = event;
    if (event == null) {
      throw new AssertionError("fewer events than counted");
    }
    return event;
  }

  @Override
  public Iterator<Event> iterator() {
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < size;
      }

      @Override
      public Event next() {
        if (next >= size) {
          throw new NoSuchElementException("there are " + size + " events");
        }
        return get(next++);
      }
    };
  }

  /** After the step: lets go of them, and them of each other, as some may be kept. */
  void clear() {
    Event event = first;
    first = null;
    at = null;
    size = 0;
    while (event != null) {
      Event after = event.next;
      event.next = null;
      event = after;
    }
  }
}
