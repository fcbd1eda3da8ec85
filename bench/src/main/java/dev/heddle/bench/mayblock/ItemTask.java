package dev.heddle.bench.mayblock;

import dev.heddle.Heddle;
import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;

/** On Heddle: a task for each item, all of them spawned by one. */
final class ItemTask extends Task {
  private final Items items;
  private final boolean sleeps;

  private ItemTask(Items items, boolean sleeps) {
    this.items = items;
    this.sleeps = sleeps;
  }

  static long run(Heddle heddle, Items items) {
    heddle.spawn(
        () -> {
          for (int i = 0; i < items.count; i++) {
            new ItemTask(items, items.sleeps(i)).spawn();
          }
        });
    return items.await();
  }

  @Override
  protected @Nullable Task execute() {
    if (sleeps) {
      items.sleep();
    } else {
      items.pass();
    }
    return null;
  }
}
