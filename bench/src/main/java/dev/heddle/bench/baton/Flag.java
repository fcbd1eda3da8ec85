package dev.heddle.bench.baton;

/** What one waits for and another sets; it is down again when the wait is over. */
interface Flag {

  void set();

  void await() throws InterruptedException;
}
