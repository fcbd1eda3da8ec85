package dev.heddle.verify.soak;

import dev.heddle.Heddle;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** One runtime, and those who make it work for a while: what they share. */
final class Bed {
  final Heddle heddle;
  final LongAdder deeds;
  private final long deadline;
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  Bed(Heddle heddle, LongAdder deeds, long deadline) {
    this.heddle = heddle;
    this.deeds = deeds;
    this.deadline = deadline;
  }

  /** Whether to begin something more. */
  boolean goesOn() {
    return System.nanoTime() - deadline < 0 && failures.isEmpty();
  }

  /** Something went wrong, anywhere. */
  void failed(Throwable e) {
    failures.add(e);
  }

  /** What went wrong first, and the rest with it. */
  void throwFailures() {
    Throwable first = failures.poll();
    if (first != null) {
      failures.forEach(first::addSuppressed);
      throw new SoakFailure(
          first.getMessage() == null ? first.toString() : first.getMessage(), first);
    }
  }

  /** One of the ways in which code of users fails. */
  static void throwSomething(SplittableRandom random) throws Exception {
    switch (random.nextInt(5)) {
      case 0 -> throw new OnPurpose();
      case 1 -> throw new Exception("checked, on purpose");
      case 2 -> throw new AssertionError("an error, on purpose");
      case 3 -> overflow(0);
      default -> throw new InterruptedException("as if interrupted, on purpose");
    }
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private static int overflow(int depth) {
    return 1 + overflow(depth + 1);
  }

  /** Thrown by those who shall fail. */
  static final class OnPurpose extends RuntimeException {
    private static final long serialVersionUID = 1;

    OnPurpose() {
      super("on purpose", null, false, false);
    }
  }
}
