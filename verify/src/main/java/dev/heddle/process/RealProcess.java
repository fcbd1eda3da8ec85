package dev.heddle.process;

import org.jspecify.annotations.Nullable;

/** {@link ProcessMailbox} as the races see it. */
final class RealProcess implements RacedProcess {
  /** Nothing but the word and the mailbox. */
  private static final class Bare extends ProcessMailbox {
    @Override
    protected void abandon(RuntimeException reason) {}
  }

  private final Bare bare = new Bare();

  @Override
  public boolean send(Event event, Runnable addEntry) {
    if (!bare.push(event)) {
      return false;
    }
    if (bare.wake()) {
      addEntry.run();
    }
    return true;
  }

  @Override
  public boolean sendNext(Event event, Runnable fillSlot) {
    if (!bare.push(event)) {
      return false;
    }
    if (bare.wakeNext()) {
      fillSlot.run();
    }
    return true;
  }

  @Override
  public boolean kill() {
    return bare.kill();
  }

  @Override
  public boolean claimEntry() {
    return bare.claimEntry();
  }

  @Override
  public boolean claimWithoutEntry() {
    return bare.claimWithoutEntry();
  }

  @Override
  public boolean becomeEntry() {
    return bare.becomeEntry();
  }

  @Override
  public boolean seize() {
    return bare.seize();
  }

  @Override
  public boolean claimIdle() {
    return bare.claimIdle();
  }

  @Override
  public void started() {
    bare.started();
  }

  @Override
  public void yielding() {
    bare.yielding();
  }

  @Override
  public boolean leave(int state) {
    return bare.leave(state);
  }

  @Override
  public boolean requeue() {
    return bare.requeue();
  }

  @Override
  public void finish() {
    bare.finish();
  }

  @Override
  public boolean isKilled() {
    return bare.isKilled();
  }

  @Override
  public int state() {
    return bare.state();
  }

  @Override
  public @Nullable Event poll() {
    return bare.poll();
  }

  @Override
  public boolean hasEvents() {
    return bare.hasEvents();
  }

  @Override
  public @Nullable Event closeMailbox() {
    return bare.closeMailbox();
  }

  @Override
  public int messages() {
    return bare.messages();
  }
}
