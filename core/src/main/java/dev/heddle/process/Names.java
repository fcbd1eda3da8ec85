package dev.heddle.process;

import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Memory;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which process has which name, and who waits for one.
 *
 * <p>Who registers puts the holder in and then looks for watches; who watches puts the watch in and
 * then looks for a holder. So at least one of them sees the other, and a watch fires once.
 */
final class Names {
  private static final AtomicLong NUMBERS = new AtomicLong();

  private final ConcurrentHashMap<String, ProcessCell> holders = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Set<Watch>> watches = new ConcurrentHashMap<>();

  /** A name that a process has. */
  private record Holding(Names names, String name, ProcessCell holder) implements Bond {
    @Override
    public void undo() {
      names.holders.remove(name, holder);
    }
  }

  /** Somebody waits for a name. */
  static final class Watch implements Bond {
    private static final BiConsumer<Watch, Pid> TELL = Watch::tell;

    private final Names names;
    private final String name;
    private final @Nullable ProcessCell owner;
    private final Consumer<Pid> told;
    private final AtomicBoolean over = new AtomicBoolean();
    private final int number = (int) Clock.next(NUMBERS);

    Watch(Names names, String name, @Nullable ProcessCell owner, Consumer<Pid> told) {
      this.names = names;
      this.name = name;
      this.owner = owner;
      this.told = told;
    }

    /** So that sets of watches have the same order in every run of a simulation. */
    @Override
    public int hashCode() {
      return number;
    }

    /** Identity. */
    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    private void fire(Pid holder) {
      if (over.compareAndSet(false, true)) {
        assert Moment.passes("a watch fires");
        Memory.insist(TELL, this, holder);
      }
    }

    private void tell(Pid holder) {
      assert Memory.suffices("a watch that fires");
      undo();
      if (owner != null) {
        owner.bonds().remove(this);
      }
      assert Moment.passes("a watch is gone");
      told.accept(holder);
    }

    @Override
    public void undo() {
      over.set(true);
      names.watches.computeIfPresent(
          name,
          (key, set) -> {
            set.remove(this);
            return set.isEmpty() ? null : set;
          });
    }
  }

  void register(String name, ProcessCell cell) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a name needs a visible character, not '" + name + "'");
    }
    Bond holding = new Holding(this, name, cell); // first: who has the name has to lose it again
    ProcessCell holder = holders.putIfAbsent(name, cell);
    if (holder == cell) {
      return;
    }
    if (holder != null) {
      throw new NameTakenException(name, holder.self());
    }
    assert Moment.passes("the name is there");
    boolean kept;
    try {
      assert Memory.suffices("a name that is kept");
      kept = cell.keep(holding);
    } catch (OutOfMemoryError e) {
      holding.undo();
      throw e;
    }
    if (!kept) {
      assert Moment.passes("the name was given to one that has ended");
      holding.undo();
      throw new IllegalStateException(
          "the process " + cell.self() + " has ended, and cannot have the name '" + name + "'");
    }
    assert Moment.passes("the name is kept");
    Set<Watch> waiting = watches.get(name);
    if (waiting != null) {
      waiting.forEach(watch -> watch.fire(cell.self()));
    }
  }

  /**
   * Takes the name from whoever has it. The bond goes first: who registers the same process again
   * meanwhile may leave a bond without a name, which does no harm, but no name without a bond.
   */
  boolean unregister(String name) {
    ProcessCell holder = holders.get(name);
    if (holder == null) {
      return false;
    }
    assert Moment.passes("the name has a holder");
    holder.bonds().remove(new Holding(this, name, holder));
    assert Moment.passes("the name is not kept any more");
    return holders.remove(name, holder);
  }

  @Nullable ProcessCell find(String name) {
    return holders.get(name);
  }

  /** Lets {@code cell} get a {@link Named} when somebody has the name, unless it ends before. */
  void watch(String name, ProcessCell cell) {
    Watch watch =
        new Watch(
            this, name, cell, holder -> cell.processes().post().put(cell, new Named(name, holder)));
    if (cell.keep(watch)) {
      assert Moment.passes("a watch is kept");
      begin(watch);
      assert Moment.passes("a watch has begun");
      if (watch.over.get()) {
        watch.undo(); // the process may have ended before it was there to be undone
      }
    }
  }

  /** Has {@code told} called once, when somebody has the name; at once if somebody has. */
  Watch watch(String name, Consumer<Pid> told) {
    Watch watch = new Watch(this, name, null, told);
    begin(watch);
    return watch;
  }

  private void begin(Watch watch) {
    String name = watch.name;
    watches.compute(
        name,
        (key, set) -> {
          Set<Watch> all = set == null ? ConcurrentHashMap.newKeySet() : set;
          all.add(watch);
          return all;
        });
    assert Moment.passes("a watch is there");
    ProcessCell holder = holders.get(name);
    if (holder != null) {
      assert Moment.passes("a watch has found a holder");
      watch.fire(holder.self());
    }
  }

  /** All names, with who has them. */
  Map<String, Pid> all() {
    Map<String, Pid> all = new TreeMap<>();
    holders.forEach((name, cell) -> all.put(name, cell.self()));
    return all;
  }

  /** How many watches there are; for tests. */
  int watches() {
    return watches.values().stream().mapToInt(Set::size).sum();
  }
}
