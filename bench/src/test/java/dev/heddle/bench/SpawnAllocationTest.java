package dev.heddle.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.heddle.Heddle;
import dev.heddle.task.Task;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A spawned task costs little memory beside the user's own fields. Bytes, so it can be asserted.
 */
class SpawnAllocationTest {
  private static final int COUNT = 200_000;
  private static final double ALLOWED = 24;

  /** Other threads of the JVM allocate too, and a deque may grow. */
  private static final double OTHERS = 1;

  private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  @Test
  void aSpawnedTaskTakesAtMost24BytesBesideTheUsersObject() {
    double plain = bytesEach(this::makePlainObjects);
    try (Heddle heddle = Heddle.start(1)) {
      Runnable spawnAndJoin = () -> heddle.invoke(this::spawnAndJoin);
      spawnAndJoin.run(); // loads classes, starts a runner
      double task = bytesEach(spawnAndJoin);
      assertThat(task - plain).isBetween(0.0, ALLOWED + OTHERS);
    }
  }

  private double bytesEach(Runnable allocateMany) {
    long before = threads.getTotalThreadAllocatedBytes();
    allocateMany.run();
    return (double) (threads.getTotalThreadAllocatedBytes() - before) / COUNT;
  }

  private record UserObject(int number) {}

  private static final class UserTask extends Task {
    final int number;

    UserTask(int number) {
      this.number = number;
    }

    @Override
    protected @Nullable Task execute() {
      return null;
    }
  }

  @SuppressWarnings("unused") // written so that the objects are not optimized away
  private volatile @Nullable UserObject last;

  private void makePlainObjects() {
    for (int i = 0; i < COUNT; i++) {
      last = new UserObject(i);
    }
  }

  private int spawnAndJoin() {
    int sum = 0;
    for (int i = 0; i < COUNT; i++) {
      UserTask task = new UserTask(i);
      task.spawn();
      task.join();
      sum += task.number;
    }
    return sum;
  }
}
