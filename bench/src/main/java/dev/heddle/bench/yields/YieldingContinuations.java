package dev.heddle.bench.yields;

import dev.heddle.bench.child.RawContinuation;
import java.util.ArrayList;
import java.util.List;

/** With bare continuations: each thread goes round and round its share of them. */
final class YieldingContinuations {
  private YieldingContinuations() {}

  static long run(Yielders yielders, int threads) {
    List<Thread> started = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int share = yielders.fibers / threads + (i < yielders.fibers % threads ? 1 : 0);
      started.add(Thread.ofPlatform().start(() -> goRound(yielders, share)));
    }
    try {
      for (Thread thread : started) {
        thread.join();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // too few yields, which the check will tell
    }
    return yielders.result();
  }

  private static void goRound(Yielders yielders, int share) {
    RawContinuation[] continuations = new RawContinuation[share];
    for (int i = 0; i < share; i++) {
      continuations[i] = new RawContinuation(yielders::yieldOftenAlone);
    }
    for (int left = share; left > 0; ) {
      for (RawContinuation continuation : continuations) {
        if (!continuation.isDone()) {
          continuation.run();
          left -= continuation.isDone() ? 1 : 0;
        }
      }
    }
  }
}
