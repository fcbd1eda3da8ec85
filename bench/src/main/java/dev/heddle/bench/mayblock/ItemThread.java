package dev.heddle.bench.mayblock;

/** On the JDK's virtual threads: one for each item, all of them started by one. */
final class ItemThread {
  private ItemThread() {}

  static long run(Items items) {
    Runnable pass = items::pass;
    Runnable sleep = items::sleep;
    Thread.startVirtualThread(
        () -> {
          for (int i = 0; i < items.count; i++) {
            Thread.startVirtualThread(items.sleeps(i) ? sleep : pass);
          }
        });
    return items.await();
  }
}
