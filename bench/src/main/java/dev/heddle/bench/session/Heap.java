package dev.heddle.bench.session;

import dev.heddle.bench.child.Memory;

/** How much heap the contenders get: all the same, and together not more than the machine has. */
final class Heap {
  private static final int LEAST = 256;

  private Heap() {}

  static int megabytes(int wanted, int processes) {
    return megabytes(wanted, processes, Memory.installed());
  }

  /** Leaves half of the memory to everything else. */
  static int megabytes(int wanted, int processes, long machine) {
    return Math.clamp(machine / 2 / processes, LEAST, wanted);
  }
}
