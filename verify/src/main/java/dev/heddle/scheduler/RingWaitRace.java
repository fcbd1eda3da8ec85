package dev.heddle.scheduler;

import dev.heddle.metrics.Distribution;
import java.util.List;
import org.openjdk.jcstress.infra.results.I_Result;

/** A ring whose waits are counted, its owner and one thief. */
final class RingWaitRace {
  /** Nothing waits for as long here; a time that was never written is as far away as the boot. */
  private static final long IMPOSSIBLE = 60_000_000_000L;

  private final Durations waits = new Durations();
  private final Ring ring;

  private RingWaitRace(boolean late) {
    ReadyRing real = new ReadyRing(waits);
    ring = late ? new Late() : new Real(real);
  }

  static RingWaitRace real() {
    return new RingWaitRace(false);
  }

  static RingWaitRace stampedLate() {
    return new RingWaitRace(true);
  }

  /** Owner. */
  void add() {
    ring.addStamped();
  }

  /** Thief. */
  void take() {
    ring.poll();
  }

  void verdict(I_Result r) {
    ring.poll(); // if the thief came too early
    Distribution counted = Durations.total(List.of(waits));
    r.r1 = counted.max() > IMPOSSIBLE ? 1 : 0;
  }

  private interface Ring {
    void addStamped();

    void poll();
  }

  private record Real(ReadyRing ring) implements Ring {
    @Override
    public void addStamped() {
      ring.wantWait();
      ring.add("entry");
    }

    @Override
    public void poll() {
      ring.poll();
    }
  }

  /** A ring of one entry, as {@link ReadyRing}, with the stamp at the wrong time. */
  private final class Late implements Ring {
    private volatile int tail;
    private volatile int head;
    private volatile int stamped = -1;
    private long stampedAt;

    @Override
    public void addStamped() {
      tail = 1;
      stamped = 0;
      stampedAt = System.nanoTime();
    }

    @Override
    public void poll() {
      if (head < tail) {
        head = 1;
        if (stamped == 0) {
          waits.add(System.nanoTime() - stampedAt);
        }
      }
    }
  }
}
