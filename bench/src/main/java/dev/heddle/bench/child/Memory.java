package dev.heddle.bench.child;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/**
 * Main memory.
 *
 * @param megabytes how much the machine has to have
 */
public record Memory(int megabytes) implements Requirement {
  private static final long MEGABYTE = 1 << 20;

  /** How many megabytes this machine has. */
  public static long installed() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return system.getTotalMemorySize() / MEGABYTE;
  }

  @Override
  public Optional<String> missing() {
    long there = installed();
    return there >= megabytes
        ? Optional.empty()
        : Optional.of(
            "it takes a machine with %d MB of memory, this one has %d".formatted(megabytes, there));
  }
}
