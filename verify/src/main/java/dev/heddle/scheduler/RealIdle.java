package dev.heddle.scheduler;

import java.util.function.IntConsumer;

/** The idle protocol under test. */
record RealIdle(IdleSet idle) implements IdleProtocol {
  RealIdle(int workers, IntConsumer unpark) {
    this(new IdleSet(workers, unpark));
  }

  @Override
  public void workAdded() {
    idle.workAdded();
  }

  @Override
  public void workAddedNearby() {
    idle.workAddedNearby();
  }

  @Override
  public void wakeOne() {
    idle.wakeOne();
  }

  @Override
  public void workAddedForMyself() {
    idle.workAddedForMyself();
  }

  @Override
  public boolean isLookout(int worker) {
    return idle.isLookout(worker);
  }

  @Override
  public void stopLooking(int worker) {
    idle.stopLooking(worker);
  }

  @Override
  public boolean tryStartSearching(int limit) {
    return idle.tryStartSearching(limit);
  }

  @Override
  public boolean stopSearching() {
    return idle.stopSearching();
  }

  @Override
  public void announce(int worker) {
    idle.announce(worker);
  }

  @Override
  public boolean withdraw(int worker) {
    return idle.withdraw(worker);
  }

  @Override
  public boolean isParked(int worker) {
    return idle.isParked(worker);
  }

  @Override
  public int searching() {
    return idle.searching();
  }

  @Override
  public int parked() {
    return idle.parked();
  }
}
