package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/** The ring under test. */
record RealRing(ReadyRing ring) implements FiberRing {
  RealRing(int firstLength) {
    this(new ReadyRing(firstLength));
  }

  @Override
  public void add(Runnable fiber) {
    ring.add(fiber);
  }

  @Override
  public void releaseMemory() {
    ring.releaseMemory();
  }

  @Override
  public void renew() {
    ring.renew();
  }

  @Override
  public @Nullable Runnable poll() {
    return (Runnable) ring.poll();
  }
}
