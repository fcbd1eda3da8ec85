package dev.heddle.bench.session;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How much heap the contenders get: all the same, and together not more than the machine has. */
final class Heap {
  private static final int LEAST = 256;
  private static final long MEGABYTE = 1 << 20;

  private Heap() {}

  static int megabytes(int wanted, int processes) {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return megabytes(wanted, processes, system.getTotalMemorySize() / MEGABYTE);
  }

  /** Leaves half of the memory to everything else. */
  static int megabytes(int wanted, int processes, long machine) {
    return Math.clamp(machine / 2 / processes, LEAST, wanted);
  }
}
