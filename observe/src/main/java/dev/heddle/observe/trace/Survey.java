package dev.heddle.observe.trace;

import java.io.IOException;
import java.util.Set;

/** The first look at a recording: how much there is, when it began, and whether parts are lost. */
final class Survey {
  /** The events that become slices. */
  private static final Set<String> SLICES = Set.of("TaskRun", "FiberRun", "ProcessStep", "Park");

  /** How late the first part of a recording may begin without one before it being lost. */
  private static final long BEGINNING = 1_000_000_000;

  private final long[] byLength = new long[Long.SIZE];
  private long base = Long.MAX_VALUE;
  private long asked = Long.MAX_VALUE;
  private long firstPart = Long.MAX_VALUE;
  private long lostBytes;

  static Survey of(Recording recording) throws IOException {
    Survey survey = new Survey();
    recording.forEach(survey::visit);
    return survey;
  }

  private void visit(Recording.Entry entry) {
    String name = entry.name();
    if (!name.startsWith("jdk.")) {
      base = Math.min(base, entry.start());
    }
    if (SLICES.contains(name)) {
      byLength[bits(entry.end() - entry.start())]++;
    } else if (name.equals("jdk.DataLoss")) {
      lostBytes += entry.number("amount");
    } else if (name.equals("jdk.ActiveRecording")) { // one at the beginning of each part
      firstPart = Math.min(firstPart, entry.start());
      asked = Math.min(asked, Recording.Entry.nanos(entry.event().getInstant("recordingStart")));
    }
  }

  private static int bits(long nanos) {
    return Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, nanos));
  }

  /** When the first of what is shown begins. */
  long base() {
    return base;
  }

  /** How many bytes of events the JVM has not managed to write. */
  long lostBytes() {
    return lostBytes;
  }

  /** Whether the beginning was thrown away, because there was no room. */
  boolean hasLostItsBeginning() {
    return firstPart != Long.MAX_VALUE && firstPart - asked > BEGINNING;
  }

  /** Chooses the longest {@code most} slices. */
  Longest longest(long most) {
    long count = 0;
    int bits = Long.SIZE - 1;
    while (bits >= 0 && count + byLength[bits] <= most) {
      count += byLength[bits--];
    }
    return bits < 0 ? new Longest(0, 0) : new Longest(bits, most - count);
  }

  /** Takes all that is longer, and of what is about as long as the shortest the first few. */
  static final class Longest {
    private final int bits;
    private long room;
    private long refused;

    private Longest(int bits, long room) {
      this.bits = bits;
      this.room = room;
    }

    boolean takes(long nanos) {
      int length = bits(nanos);
      boolean taken = length > bits || bits == 0 || (length == bits && room-- > 0);
      refused += taken ? 0 : 1;
      return taken;
    }

    /** How many it has not taken. */
    long refused() {
      return refused;
    }

    /** All that it has not taken is shorter; nanoseconds. */
    long bound() {
      return 1L << bits;
    }
  }
}
