package dev.heddle.scheduler;

/** The one thread of a {@link World}. It plays one worker after the other, and none in between. */
final class WorldThread extends WorkerThread {
  final World world;

  WorldThread(World world, Runnable body) {
    super(body, "heddle-world");
    this.world = world;
  }
}
