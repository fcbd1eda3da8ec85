package dev.heddle.bench.savina.concsll;

import org.jspecify.annotations.Nullable;

/** A linked list of ints, the smallest first. The same number may stand in it several times. */
final class SortedList {
  private static final class Node {
    final int value;
    @Nullable Node next;

    Node(int value, @Nullable Node next) {
      this.value = value;
      this.next = next;
    }
  }

  private final Node head = new Node(Integer.MIN_VALUE, null);

  /** Puts {@code value} behind all that are not greater. */
  void add(int value) {
    Node before = head;
    Node after = before.next;
    while (after != null && after.value <= value) {
      before = after;
      after = after.next;
    }
    before.next = new Node(value, after);
  }

  /** Whether it is there, by going as far as it could stand. */
  boolean contains(int value) {
    Node node = head.next;
    while (node != null && node.value < value) {
      node = node.next;
    }
    return node != null && node.value == value;
  }

  /** How many there are, by counting them. */
  int size() {
    int size = 0;
    for (Node node = head.next; node != null; node = node.next) {
      size++;
    }
    return size;
  }

  /** A number that depends on each of them, and on its place. */
  long checksum() {
    long sum = 0;
    long place = 1;
    for (Node node = head.next; node != null; node = node.next) {
      sum += place * node.value;
      place++;
    }
    return sum;
  }
}
