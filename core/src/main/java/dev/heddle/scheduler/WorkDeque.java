package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/*
 * The classes before WorkDeque only lay its fields out: what the owner writes at every push and pop
 * stands on a cache line of its own, away from what thieves write, and both away from all other
 * objects. The int fills the gap behind the object's header, into which the JVM would put bottom.
 */
@SuppressWarnings("unused")
class WorkDequePadBefore {
  private int gap;
  private long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15;
}

class WorkDequeOwnerFields extends WorkDequePadBefore {
  /** One past the newest item, modulo 2^32. Written by the owner only. */
  int bottom;

  /** A value that {@code top}'s index once had: a lower bound of it. Owner only. */
  int topSeen;

  /** What had been stolen and taken back when the slots were last cleared. Owner only. */
  long releasedAt;

  /** {@code bottom} when the owner began what it is at. Written by the owner only. */
  int begun;

  /** How often {@code takeBack} succeeded. Written by the owner only. */
  long takenBack;

  /** How often {@code couldUseMore} said no. Written by the owner only. */
  long declined;

  /** From how many items on {@code couldUseMore} says no. Owner only. */
  int plenty;

  /** {@code top}'s index when {@code couldUseMore} said yes the last time. Owner only. */
  int topAtYes;

  /** How often {@code couldUseMore} has said yes since something was stolen. Owner only. */
  int calm;

  /** The slots; item {@code i} stands at {@code i & (length - 1)}. Written by the owner only. */
  @Nullable Work[] slots;

  WorkDequeOwnerFields(@Nullable Work[] slots) {
    this.slots = slots;
  }
}

@SuppressWarnings("unused")
class WorkDequePadBetween extends WorkDequeOwnerFields {
  private long b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15;

  WorkDequePadBetween(@Nullable Work[] slots) {
    super(slots);
  }
}

class WorkDequeTop extends WorkDequePadBetween {
  /** The oldest item, and a tag: see {@link WorkDeque}. Written by CAS. */
  @SuppressWarnings("unused") // through TOP
  long top;

  WorkDequeTop(@Nullable Work[] slots) {
    super(slots);
  }
}

@SuppressWarnings("unused")
class WorkDequePadAfter extends WorkDequeTop {
  private long c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15;

  WorkDequePadAfter(@Nullable Work[] slots) {
    super(slots);
  }
}

/**
 * A worker's own queue: the owner pushes and pops at the bottom, newest first; thieves take from
 * the top, oldest first, up to {@link #BATCH} items and at most half of them (rounded up) in one
 * CAS. It grows as needed and gives memory back when its owner goes idle.
 *
 * <h2>How it works</h2>
 *
 * A Chase-Lev deque with a tag. Indices count up for ever (modulo 2^32); the items are those from
 * {@code top}'s index up to {@code bottom}, exclusive. {@code top} is one word:
 *
 * <table>
 * <caption>The word {@code top}</caption>
 * <tr><th>bits</th><th>name</th><th>meaning</th><th>changed by</th></tr>
 * <tr><td>0–31</td><td>index</td><td>the oldest item</td><td>a thief, by CAS, when it takes</td></tr>
 * <tr><td>32–63</td><td>tag</td><td>how often the owner has claimed an item within a thief's reach
 * </td><td>the owner, by CAS</td></tr>
 * </table>
 *
 * <table>
 * <caption>Fields</caption>
 * <tr><th>field</th><th>written</th><th>read by the owner</th><th>read by thieves</th></tr>
 * <tr><td>{@code bottom}</td><td>owner: release (push), opaque + fence or CAS (pop)</td><td>plain
 * </td><td>acquire, after a fence</td></tr>
 * <tr><td>{@code top}</td><td>CAS</td><td>opaque</td><td>acquire</td></tr>
 * <tr><td>{@code slots}</td><td>owner: release</td><td>plain</td><td>acquire</td></tr>
 * <tr><td>{@code begun}, {@code declined}</td><td>owner: opaque</td><td>plain</td><td>opaque, as a
 * hint</td></tr>
 * <tr><td>a slot</td><td>owner: plain, before {@code bottom}'s release</td><td>plain</td><td>opaque,
 * believed only after the CAS</td></tr>
 * </table>
 *
 * <h2>Why taking several in one CAS is sound here</h2>
 *
 * On a plain Chase-Lev deque it is not: the owner pops without touching {@code top} while more than
 * one item is left, so a thief that read an old {@code bottom} may CAS {@code top} over items that
 * the owner has already popped. Here the owner pops item {@code i} without a CAS only if, after it
 * has stored {@code bottom = i} and passed a full fence (F1), it reads a top index {@code t} with
 * {@code i - t >= BATCH}. A thief reads {@code top}, passes a full fence (F2), reads {@code
 * bottom}, and takes at most BATCH items.
 *
 * <p><i>Claim: an item is taken at most once.</i> Suppose that a thief's CAS takes {@code [t',
 * t'+n)} with {@code n <= BATCH}, and that the owner popped {@code i} in that range; take the
 * owner's last pop of index {@code i} before that CAS.
 *
 * <ul>
 *   <li>The pop used no CAS. Then the owner had read {@code t <= i - BATCH < t'}: an older top than
 *       the thief's. So the owner's F1 comes before the thief's F2, and the thief's read of {@code
 *       bottom} sees {@code i} or something later. As no push of {@code i} came after the pop,
 *       {@code bottom <= i}, and the thief does not reach for {@code i}. Contradiction.
 *   <li>The pop used a CAS. It changed the tag. If the thief read {@code top} before it, the
 *       thief's CAS fails. If after, it also sees {@code bottom <= i}, stored before that CAS.
 *       Contradiction.
 * </ul>
 *
 * Two thieves cannot take one item, because the second CAS fails. <i>None is lost:</i> only a
 * successful CAS moves the top index, over items that its thief has read; and {@code bottom} falls
 * only by a pop that returns the item, or by one that fails and puts it back: it has popped nothing
 * that could be pushed again meanwhile, so the claim above holds for it, too. A slot is overwritten
 * only after {@code top} has passed it, when every CAS based on the older {@code top} fails.
 *
 * <p><i>Accepted:</i> a thief that stalls between its read and its CAS for a multiple of 2^32 owner
 * claims and exactly as many steals modulo 2^32 would not notice. At the fastest rate measured that
 * is a stall of over ten seconds between two instructions that ends within one nanosecond of it.
 *
 * <p><i>Both ways of popping cost one locked instruction</i>, a fence or a CAS in its place, so
 * BATCH need not be small for the owner's sake.
 *
 * <h2>Refused</h2>
 *
 * A split deque (Lace) saves that instruction, but its private part is hidden from thieves while
 * the owner runs a long task. Thieves that null the slots they took: an item pushed again at the
 * same slot meanwhile could be wiped out; the owner does it instead, when idle.
 */
final class WorkDeque extends WorkDequePadAfter {
  /** The most that a thief takes at once. */
  static final int BATCH = 16;

  /** So many items are enough while thieves come seldom: see {@link #couldUseMore}. */
  static final int PLENTY_AT_LEAST = 4;

  /** So many items are enough however often they come. */
  static final int PLENTY_AT_MOST = 1 << 10;

  /** After so many answers without a thief in between half as many items are enough. */
  static final int CALM = 1 << 8;

  /** {@link #steal}'s answer when another one got in between: worth another try. */
  static final int CONTENDED = -1;

  /** Every so many-th {@link #takeBack} renews the slots. */
  private static final long RENEWAL_MASK = (1 << 20) - 1;

  static final int INITIAL_CAPACITY = 1 << 10;
  static final int MAX_CAPACITY = 1 << 30;

  private static final long TAG_ONE = 1L << 32;
  private static final long INDEX_MASK = TAG_ONE - 1;

  private static final VarHandle BOTTOM;
  private static final VarHandle TOP;
  private static final VarHandle SLOTS;
  private static final VarHandle BEGUN;
  private static final VarHandle TAKEN_BACK;
  private static final VarHandle DECLINED;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Work[].class);

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      BOTTOM = lookup.findVarHandle(WorkDequeOwnerFields.class, "bottom", int.class);
      SLOTS = lookup.findVarHandle(WorkDequeOwnerFields.class, "slots", Work[].class);
      BEGUN = lookup.findVarHandle(WorkDequeOwnerFields.class, "begun", int.class);
      TAKEN_BACK = lookup.findVarHandle(WorkDequeOwnerFields.class, "takenBack", long.class);
      DECLINED = lookup.findVarHandle(WorkDequeOwnerFields.class, "declined", long.class);
      TOP = lookup.findVarHandle(WorkDequeTop.class, "top", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
    link();
  }

  /**
   * The first call of a handle is linked by Java code, which may wait for somebody else. Not while
   * who cancels waits for what an announcement leads to.
   */
  private static void link() {
    WorkDeque deque = new WorkDeque(1);
    deque.bottom = 1;
    boolean _ = deque.reserve(0, null);
    boolean _ = deque.claim(-1, deque.top);
  }

  private final int initialCapacity;

  WorkDeque() {
    this(INITIAL_CAPACITY);
  }

  /** A deque that starts with {@code initialCapacity} slots, a power of two. */
  WorkDeque(int initialCapacity) {
    super(new Work[initialCapacity]);
    if (Integer.bitCount(initialCapacity) != 1) {
      throw new IllegalArgumentException(
          "initialCapacity: " + initialCapacity + " is no power of 2");
    }
    this.initialCapacity = initialCapacity;
    this.plenty = PLENTY_AT_LEAST;
  }

  // ---- the owner's side

  /** Owner: adds the newest item, or fails, for want of memory, and nothing has changed. */
  void push(Work item) {
    int b = bottom;
    @Nullable Work[] a = slots;
    if (b - topSeen >= a.length) {
      a = makeRoom(b);
    }
    a[b & (a.length - 1)] = item;
    BOTTOM.setRelease(this, b + 1); // pairs with the acquire in steal
  }

  /** Owner: removes and returns the newest item, or null if there is none. */
  @Nullable Work pop() {
    int b = bottom - 1;
    if (!reserve(b, null)) {
      return null;
    }
    @Nullable Work[] a = slots;
    int i = b & (a.length - 1);
    Work item = a[i];
    a[i] = null;
    return item;
  }

  /** Owner: removes {@code item} if it is the newest. */
  boolean takeBack(Work item) {
    int b = bottom - 1;
    @Nullable Work[] a = slots;
    if (a[b & (a.length - 1)] != item) {
      return false;
    }
    if (((takenBack + 1) & RENEWAL_MASK) == 0) {
      renewSlots(); // not later: whatever goes wrong, the item is still there
    }
    if (!reserve(b, item)) {
      return false;
    }
    takenBack++;
    return true;
  }

  /**
   * Makes the newest item, {@code b}, the owner's: false if there is none. An item that is {@code
   * told} is not told if it has been stolen, as most that are waited for; F1 or the claim stands
   * between that and its start.
   */
  private boolean reserve(int b, @Nullable Work told) {
    long t = (long) TOP.getOpaque(this);
    int below = b - (int) t;
    if (below < 0) {
      return false; // top never passes bottom, so this is no stale answer
    }
    if (told != null) {
      told.announceTakeBack();
    }
    try {
      BOTTOM.setOpaque(this, b);
      if (below >= BATCH) {
        VarHandle.fullFence(); // F1
        t = (long) TOP.getOpaque(this);
        if (b - (int) t >= BATCH) {
          return true;
        }
      }
      return claim(b, t);
    } catch (Throwable e) { // the stack has overflowed, and nothing was claimed
      bottom = b + 1; // not by a call; who sees this sees all that the push has released
      throw e;
    }
  }

  /**
   * Owner: whether there are so few items that it pays to push what could as well be called in
   * place. A steal that happens meanwhile is seen the next time.
   *
   * <p>How few depends on the thieves. Who seldom comes finds large parts, since the oldest are the
   * largest, and four are enough. Who is back soon has found small ones, and each steal costs both
   * sides: each doubles what is enough, so that the next one takes more at once. While nobody comes
   * it becomes less again; that includes the time in which it is filled up.
   */
  boolean couldUseMore() {
    int t = (int) (long) TOP.getOpaque(this);
    if (bottom - t >= plenty) {
      DECLINED.setOpaque(this, declined + 1);
      return false;
    }
    if (t != topAtYes) {
      topAtYes = t;
      calm = 0;
      plenty = Math.min(plenty << 1, PLENTY_AT_MOST);
    } else if (++calm == CALM) {
      calm = 0;
      plenty = Math.max(plenty >> 1, PLENTY_AT_LEAST);
    }
    return true;
  }

  /** Owner: begins something else. What it pushes from now on is part of that. */
  void begin() {
    int b = bottom;
    if (begun != b) { // a process that follows another leaves the line as it is
      BEGUN.setOpaque(this, b);
    }
  }

  /** Owner: as a thief, the oldest item; but {@link #couldUseMore} takes it for none. */
  int takeOldest(@Nullable Work[] into) {
    int n = steal(into, 1);
    topAtYes += Math.max(n, 0);
    return n;
  }

  /** Owner: the newest item, if it is still there; a thief may take it at any moment. */
  @Nullable Work peek() {
    int b = bottom - 1;
    @Nullable Work[] a = slots;
    return b - (int) (long) TOP.getOpaque(this) < 0 ? null : a[b & (a.length - 1)];
  }

  /** Owner: whether there are not several items; a thief may take them at any moment. */
  boolean hasOneAtMost() {
    return bottom - (int) (long) TOP.getOpaque(this) <= 1;
  }

  /** Makes item {@code b}, within a thief's reach, ours; {@code bottom} is {@code b} already. */
  private boolean claim(int b, long t) {
    while (b - (int) t >= 0) {
      long seen = (long) TOP.compareAndExchange(this, t, t + TAG_ONE);
      if (seen == t) {
        return true;
      }
      t = seen;
    }
    BOTTOM.setOpaque(this, b + 1);
    return false;
  }

  /**
   * Moves to fresh slots of the same size. What {@link #takeBack} leaves in its slot is let go, and
   * the slots stay in the young generation: there the collector's barrier on each push is three
   * plain instructions, while in the old one it has a fence.
   */
  private void renewSlots() {
    int t = (int) (long) TOP.getOpaque(this);
    try {
      assert Memory.suffices("fresh slots");
      SLOTS.setRelease(this, copy(t, bottom, slots.length));
      topSeen = t;
    } catch (OutOfMemoryError _) {
      // the old ones do as well
    }
  }

  private @Nullable Work[] copy(int from, int to, int capacity) {
    @Nullable Work[] old = slots;
    @Nullable Work[] copy = new Work[capacity];
    for (int i = from; i != to; i++) {
      copy[i & (capacity - 1)] = old[i & (old.length - 1)];
    }
    return copy;
  }

  private @Nullable Work[] makeRoom(int b) {
    int t = (int) (long) TOP.getOpaque(this);
    topSeen = t;
    @Nullable Work[] old = slots;
    if (b - t < old.length) {
      return old;
    }
    if (old.length >= MAX_CAPACITY) {
      throw new IllegalStateException(
          "over " + MAX_CAPACITY + " items are spawned and not started");
    }
    assert Memory.suffices("more slots");
    @Nullable Work[] grown = copy(t, b, old.length << 1);
    SLOTS.setRelease(this, grown);
    return grown;
  }

  /**
   * Owner, when it goes idle: lets go of what thieves took and of what was taken back, and of slots
   * that a burst has left. A thief that still looks at the old slots fails at its CAS.
   */
  void releaseMemory() {
    int t = (int) (long) TOP.getOpaque(this);
    topSeen = t;
    long used = t + takenBack;
    if (t != bottom || used == releasedAt) {
      return;
    }
    releasedAt = used;
    Arrays.fill(slots, null);
    if (slots.length > initialCapacity) {
      try {
        assert Memory.suffices("fewer slots");
        SLOTS.setRelease(this, new Work[slots.length >>> 1]); // not all at once: bursts come again
      } catch (OutOfMemoryError _) {
        // so many stay, empty
      }
    }
  }

  // ---- anybody's side

  /**
   * Thief: takes the oldest half, rounded up, but no more than {@code into} holds and {@link
   * #BATCH}, in one CAS.
   *
   * @return how many items stand in {@code into} now, oldest first; 0: nothing there; {@link
   *     #CONTENDED}: somebody else was faster, nothing taken
   */
  int steal(@Nullable Work[] into) {
    return steal(into, BATCH);
  }

  /** As {@link #steal(Work[])}, but no more than {@code most}, which is at least 1. */
  int steal(@Nullable Work[] into, int most) {
    long t = (long) TOP.getAcquire(this);
    VarHandle.fullFence(); // F2
    int b = (int) BOTTOM.getAcquire(this);
    int from = (int) t;
    int size = b - from;
    if (size <= 0) {
      return 0;
    }
    int n = Math.min((size + 1) >>> 1, Math.min(into.length, Math.min(most, BATCH)));
    @Nullable Work[] a = (Work[]) SLOTS.getAcquire(this);
    for (int i = 0; i < n; i++) {
      into[i] = (Work) SLOT.getOpaque(a, (from + i) & (a.length - 1));
    }
    long moved = (t & ~INDEX_MASK) | ((from + n) & INDEX_MASK);
    if (TOP.compareAndSet(this, t, moved)) {
      return n;
    }
    Arrays.fill(into, 0, n, null); // the thief may not come again for long
    return CONTENDED;
  }

  /** Anybody: how many items there are, at some moment of the call if nobody pushes or takes. */
  int size() {
    int t = (int) (long) TOP.getAcquire(this);
    VarHandle.fullFence();
    return Math.max(0, (int) BOTTOM.getAcquire(this) - t);
  }

  /** Anybody: about how many items were there before the owner began what it is at. */
  int older() {
    return (int) BEGUN.getOpaque(this) - (int) (long) TOP.getOpaque(this);
  }

  /** Anybody: how often the owner has taken an item back. */
  long takenBack() {
    return (long) TAKEN_BACK.getOpaque(this);
  }

  /** Anybody: how often the owner was told that there is enough. */
  long declined() {
    return (long) DECLINED.getOpaque(this);
  }

  /** Anybody: whether there is nothing to steal. */
  boolean isEmpty() {
    return size() == 0;
  }
}
