package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/** An item that only one worker may run: from its beginning to its end, however often it waits. */
final class BoundItem extends Work {
  private final Work item;
  private final Worker home;

  BoundItem(Work item, Worker home) {
    this.item = item;
    this.home = home;
  }

  @Override
  protected @Nullable Work carryOut() {
    RunnerEngine engine = home.scheduler.engine;
    engine.bindRunner(home);
    try {
      return item.carryOut();
    } finally {
      engine.bindRunner(null);
      home.boundEnded();
    }
  }

  @Override
  protected void abandon(RuntimeException reason) {
    home.boundEnded();
    item.abandon(reason);
  }

  @Override
  protected String recordedKind() {
    return item.recordedKind();
  }

  @Override
  protected Class<?> recordedType() {
    return item.recordedType();
  }

  @Override
  protected long processNumber() {
    return item.processNumber();
  }

  @Override
  protected String recordedName() {
    return item.recordedName();
  }

  @Override
  protected long recordedNumber() {
    return item.recordedNumber();
  }

  @Override
  public String toString() {
    return item.toString();
  }
}
