package dev.heddle.scheduler;

/** What {@link IdleSet} and its broken copy have in common, so that one test runs them both. */
interface IdleProtocol {
  void workAdded();

  void workAddedNearby();

  void wakeOne();

  void workAddedForMyself();

  boolean isLookout(int worker);

  void stopLooking(int worker);

  boolean tryStartSearching(int limit);

  boolean stopSearching();

  void announce(int worker);

  boolean withdraw(int worker);

  boolean isParked(int worker);

  int searching();

  int parked();
}
