package dev.heddle.bench.idleprocess;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/**
 * An idle process costs little memory beside the user's own object. Bytes, so it can be asserted.
 */
class IdleProcessMemoryTest {
  private static final int COUNT = 200_000;
  private static final double USERS_OBJECT = 16;
  private static final double ALLOWED = 200;

  @Test
  void anIdleProcessTakesAtMost200BytesBesideTheUsersObject() {
    try (Heddle heddle = Heddle.start(2)) {
      gatherAndDismiss(heddle); // loads classes, lets queues grow
      double bytes = gatherAndDismiss(heddle);
      assertThat(bytes - USERS_OBJECT).isBetween(0.0, ALLOWED);
    }
  }

  private static double gatherAndDismiss(Heddle heddle) {
    ProcessCrowd crowd = new ProcessCrowd(heddle.processes(), COUNT);
    long before = used();
    crowd.gather();
    long after = used();
    crowd.dismiss();
    return (double) (after - before) / COUNT;
  }

  private static long used() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
