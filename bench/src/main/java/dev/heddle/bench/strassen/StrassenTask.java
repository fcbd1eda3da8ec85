package dev.heddle.bench.strassen;

import dev.heddle.Heddle;
import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;

/** On Heddle. */
final class StrassenTask extends Task {
  private final Multiplication work;

  private StrassenTask(Multiplication work) {
    this.work = work;
  }

  static long run(Heddle heddle, Strassen strassen) {
    heddle.invoke(new StrassenTask(strassen.whole()));
    return 0;
  }

  @Override
  protected @Nullable Task execute() {
    if (work.isLeaf()) {
      work.multiplyLeaf();
    } else {
      Multiplication[] parts = work.parts();
      StrassenTask[] spawned = new StrassenTask[Multiplication.PARTS - 1];
      for (int i = 0; i < spawned.length; i++) {
        spawned[i] = new StrassenTask(parts[i]);
        spawned[i].spawn();
      }
      new StrassenTask(parts[spawned.length]).execute();
      for (int i = spawned.length - 1; i >= 0; i--) {
        spawned[i].join();
      }
      work.combine(parts);
    }
    return null;
  }
}
