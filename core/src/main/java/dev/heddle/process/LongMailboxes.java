package dev.heddle.process;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Remembers processes that have, or had, many messages waiting, so that they are found among
 * millions without looking at all. Each is noted by whoever sends the 1024th message, and each
 * further 1024th, and by who comes by otherwise. Where two would stand at the same place, the
 * longer one does.
 */
final class LongMailboxes {
  /** At each multiple of which, a power of two, a mailbox is noted. */
  static final int STEP = 1024;

  private static final int PLACES = 256;

  private final AtomicReferenceArray<ProcessCell> noted = new AtomicReferenceArray<>(PLACES);
  private final AtomicInteger most = new AtomicInteger();

  /** Anybody: so many messages wait for {@code cell}. */
  void note(ProcessCell cell, int messages) {
    int place = cell.hashCode() & (PLACES - 1);
    ProcessCell there = noted.getOpaque(place);
    if (there == null || there.messages() <= messages) { // who has ended has none
      noted.setOpaque(place, cell);
    }
    seen(messages);
  }

  /** Anybody: so many messages were seen waiting for one process. */
  void seen(int messages) {
    int before;
    while ((before = most.getOpaque()) < messages) { // no lambda: nothing may fail here
      most.compareAndSet(before, messages);
    }
  }

  /** The most that were seen waiting for one process. */
  int most() {
    return most.get();
  }

  /** Those that were noted and live. */
  List<ProcessCell> all() {
    List<ProcessCell> all = new ArrayList<>();
    for (int i = 0; i < PLACES; i++) {
      ProcessCell cell = noted.get(i);
      if (cell != null && cell.state() == ProcessWord.COMPLETE) {
        noted.compareAndSet(i, cell, null);
      } else if (cell != null) {
        all.add(cell);
      }
    }
    return all;
  }
}
