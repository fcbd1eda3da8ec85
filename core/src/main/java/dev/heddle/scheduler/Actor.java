package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/** One who acts in a {@link World}: a worker, or a thread outside of all runtimes. */
public final class Actor {
  /** What a worker does; a thread outside is {@code AWAKE} whenever it can go on. */
  enum Phase {
    /** Has not run its initializer yet. */
    NEW,
    /** Chooses something and runs it. */
    AWAKE,
    /** Found nothing, and will say so. */
    TIRED,
    /** Has said so; looks once more before it sleeps. */
    LYING_DOWN,
    /** Sleeps until it is woken, or something of its is due. */
    ASLEEP,
    /** Has gone. */
    GONE
  }

  private final int number;
  private final String name;
  final @Nullable Worker worker;
  Phase phase;

  /** What this actor was at when somebody came in between; it goes on with that. */
  @Nullable Runnable suspended;

  /** A thread outside: what mounts it, when it can go on. */
  @Nullable Runnable ready;

  /** A worker that sleeps: whether it looks out for work that nobody was woken for. */
  boolean looks;

  /** Where it stands among those who can act; -1: it cannot. */
  int place = -1;

  /** Which of its alarms counts. */
  int alarm;

  Actor(int number, String name, @Nullable Worker worker) {
    this.number = number;
    this.name = name;
    this.worker = worker;
    phase = worker == null ? Phase.AWAKE : Phase.NEW;
  }

  /** In the order of their coming, from 0. */
  public int number() {
    return number;
  }

  /** Of the worker or the thread. */
  public String name() {
    return name;
  }

  /** Whether it is a worker, and no thread outside. */
  public boolean isWorker() {
    return worker != null;
  }

  @Override
  public String toString() {
    return name;
  }
}
