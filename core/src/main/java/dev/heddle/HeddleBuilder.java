package dev.heddle;

import dev.heddle.internal.ProcessAccess;
import dev.heddle.loom.Loom;
import dev.heddle.loom.ProcessorPinning;
import dev.heddle.metrics.Engine;
import dev.heddle.process.Command;
import dev.heddle.process.CommandHandler;
import dev.heddle.process.Processes;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.SchedulerSettings;
import dev.heddle.scheduler.World;
import java.lang.Thread.UncaughtExceptionHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What can be chosen about a runtime; everything has a default that suits most. A value that cannot
 * be is refused at once by an {@link IllegalArgumentException} that names it and the range. A
 * builder can be used again; it is not for use by several threads.
 */
public final class HeddleBuilder {
  private static final int MAX_WORKERS = 1 << 12;
  private static final int MAX_SPARES = 1 << 10;
  private static final int MAX_SPINS = 1 << 20;
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final AtomicBoolean WARNED = new AtomicBoolean();
  private static final System.Logger LOG = System.getLogger("dev.heddle");

  private int workers = defaultWorkers();
  private int spares = -1;
  private int tightSpins = -1;
  private int patientSpins = -1;
  private long seed = Clock.seed();
  private @Nullable String name;
  private @Nullable Engine engine;
  private boolean pinned;
  private boolean managed = true;
  private Duration stuckAfter = Duration.ofMillis(100);
  private Duration reportAfter = Duration.ofSeconds(1);
  private Duration closeTimeout = Duration.ofSeconds(30);
  private IntConsumer initializer = worker -> {};
  private @Nullable UncaughtExceptionHandler uncaught;
  private String node = "local";
  private boolean closesAfterLastProcess;
  private Function<Object, String> describer = String::valueOf;
  private final Map<Class<?>, CommandHandler<?>> handlers = new LinkedHashMap<>();

  HeddleBuilder() {}

  /**
   * How many workers; by default one for each processor. With 0, nothing runs by itself: a thread
   * from outside that waits for work of this runtime runs it, for as long as it waits.
   */
  public HeddleBuilder workers(int workers) {
    this.workers = checked("workers", workers, 0, MAX_WORKERS);
    return this;
  }

  /** With what the names of this runtime's threads begin; by default {@code heddle-1} and so on. */
  public HeddleBuilder name(String name) {
    this.name = checked("name", name);
    return this;
  }

  /** Is run on each worker's thread before its first item, with the worker's number. */
  public HeddleBuilder threadInitializer(IntConsumer initializer) {
    this.initializer = initializer;
    return this;
  }

  /**
   * Is told the exceptions that nobody waits for. By default {@link
   * Thread#getDefaultUncaughtExceptionHandler()} is, as of other threads, if there is one at that
   * moment; if not, they are logged as errors.
   */
  public HeddleBuilder uncaughtExceptionHandler(UncaughtExceptionHandler handler) {
    this.uncaught = handler;
    return this;
  }

  /**
   * How often a worker without work looks again before it parks: {@code tight} times at once, then
   * {@code patient} times after half a microsecond; from the seventeenth time on after a {@link
   * Thread#yield()}. By default 4 and 12; 0 and 2 if there are more workers than processors. More
   * spinning answers faster and burns more.
   */
  public HeddleBuilder spins(int tight, int patient) {
    this.tightSpins = checked("tight spins", tight, 0, MAX_SPINS);
    this.patientSpins = checked("patient spins", patient, 0, MAX_SPINS);
    return this;
  }

  /**
   * How many spare workers there may be at once, for when every worker is stuck in something that
   * cannot be parked. By default as many as workers, but no more than processors, and at least 2.
   * 0: none.
   */
  public HeddleBuilder spareWorkers(int most) {
    this.spares = checked("spare workers", most, 0, MAX_SPARES);
    return this;
  }

  /**
   * How long all workers may be at one item each while work waits, before a spare comes; 100 ms.
   */
  public HeddleBuilder stuckAfter(Duration duration) {
    this.stuckAfter = checked("stuckAfter", duration, Duration.ofMillis(1), Duration.ofHours(1));
    return this;
  }

  /**
   * How long a worker may be at one item before that is reported, once, with the stack that holds
   * it: as the event {@code dev.heddle.StuckWorker} of JDK Flight Recorder, and, the first time for
   * each place in the code, as a warning in the log; 1 second. Such an item computes for long, or
   * does what cannot be parked: file I/O, native code, a class initialiser.
   */
  public HeddleBuilder reportAfter(Duration duration) {
    this.reportAfter = checked("reportAfter", duration, Duration.ofMillis(1), Duration.ofDays(365));
    return this;
  }

  /** How long {@link Heddle#close()} waits before it interrupts; 30 seconds. */
  public HeddleBuilder closeTimeout(Duration duration) {
    this.closeTimeout = checked("closeTimeout", duration, Duration.ZERO, Duration.ofDays(365));
    return this;
  }

  /**
   * What tasks run on; by default {@link Engine#VIRTUAL} if the JVM has the flag for it, else
   * {@link Engine#PLATFORM}. To ask for {@code VIRTUAL} where it cannot be had is an error at the
   * start.
   */
  public HeddleBuilder engine(Engine engine) {
    this.engine = engine;
    return this;
  }

  /** From what the workers draw whom to steal from; by default another one each time. */
  public HeddleBuilder seed(long seed) {
    this.seed = seed;
    return this;
  }

  /**
   * Asks that worker {@code i} stay on processor {@code i} modulo their number. A hint: it is
   * followed on Linux if the JVM allows native access, and otherwise one line in the log says why
   * not.
   */
  public HeddleBuilder pinToProcessors(boolean pinned) {
    this.pinned = pinned;
    return this;
  }

  /**
   * Whether consoles and {@code ./heddle top} can look at this runtime: whether it registers itself
   * as a {@link dev.heddle.metrics.HeddleMXBean} about a second after its start; so by default. A
   * runtime with 0 workers has nobody to do that; see {@link Heddle#registerMXBean()}.
   */
  public HeddleBuilder management(boolean managed) {
    this.managed = managed;
    return this;
  }

  /** The node that the PIDs of this runtime carry; {@code local}. */
  public HeddleBuilder node(String node) {
    this.node = checked("node", node);
    return this;
  }

  /**
   * Lets {@code handler} carry out the commands of {@code type}, and of its subtypes that have none
   * of their own, which processes yield.
   *
   * @throws IllegalArgumentException if the type has a handler already, or is built in
   */
  public <C> HeddleBuilder commandHandler(Class<C> type, CommandHandler<? super C> handler) {
    Objects.requireNonNull(handler, "handler");
    if (Command.class.isAssignableFrom(type)) {
      throw new IllegalArgumentException(type.getName() + " is built in, and needs no handler");
    }
    if (handlers.putIfAbsent(type, handler) != null) {
      throw new IllegalArgumentException(
          "commands of " + type.getName() + " have a handler already; there can be one");
    }
    return this;
  }

  /**
   * Makes the text of a message for the report of a crash, and for the log of dead letters; {@code
   * String.valueOf} by default. To be replaced if messages carry what must not be in a log.
   */
  public HeddleBuilder describeMessages(Function<Object, String> describer) {
    this.describer = Objects.requireNonNull(describer, "describer");
    return this;
  }

  /**
   * Whether the runtime closes by itself once its last process has ended; not by default. That
   * counts from when somebody waits for it by {@link Heddle#awaitClosed()}, so that all can be
   * spawned before, and if there was one at all.
   */
  public HeddleBuilder closeAfterLastProcess(boolean closes) {
    this.closesAfterLastProcess = closes;
    return this;
  }

  /** Starts a runtime. */
  public Heddle start() {
    String given = name;
    int processors = Runtime.getRuntime().availableProcessors();
    boolean crowded = workers > processors;
    int tight = tightSpins >= 0 ? tightSpins : crowded ? 0 : 4;
    int patient = patientSpins >= 0 ? patientSpins : crowded ? 2 : 12;
    SchedulerSettings settings =
        new SchedulerSettings(
            given == null ? nextName() : given,
            workers,
            spares >= 0 ? spares : Math.max(2, Math.min(workers, processors)),
            stuckAfter.toNanos(),
            reportAfter.toNanos(),
            tight,
            tight + patient,
            Math.max(1, Math.min(8, workers / 2)),
            64,
            61,
            61,
            seed,
            pinned ? pinning(initializer) : initializer,
            uncaught == null ? defaultHandler() : uncaught);
    Scheduler scheduler = new Scheduler(settings, chooseEngine());
    Processes processes = ProcessAccess.get().make(scheduler, node, handlers, describer);
    Heddle heddle = new Heddle(scheduler, processes, closeTimeout, closesAfterLastProcess);
    if (!scheduler.isSimulated()) {
      RuntimeWatch.started(heddle);
    }
    if (managed) {
      scheduler.afterAWhile(heddle::registerSoon);
    }
    scheduler.start();
    if (!scheduler.isSimulated()) {
      RuntimeListeners.started(heddle);
    }
    return heddle;
  }

  private static int defaultWorkers() {
    World world = World.current();
    return world == null ? Runtime.getRuntime().availableProcessors() : world.defaultWorkers();
  }

  private static String nextName() {
    World world = World.current();
    return world == null ? "heddle-" + NUMBER.incrementAndGet() : world.name("heddle-");
  }

  private static UncaughtExceptionHandler defaultHandler() {
    World world = World.current();
    return world == null ? HeddleBuilder::tellOrLog : world::uncaught;
  }

  private Engine chooseEngine() {
    if (engine == Engine.PLATFORM && World.current() == null) {
      return Engine.PLATFORM;
    }
    if (Loom.available()) {
      return Engine.VIRTUAL;
    }
    if (engine == Engine.VIRTUAL) {
      throw new IllegalStateException(
          "the virtual engine needs the JVM flag "
              + Loom.flag()
              + " ("
              + Loom.unavailableReason()
              + ")");
    }
    if (WARNED.compareAndSet(false, true)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Heddle runs on its slower platform engine, because the JVM lacks the flag "
              + Loom.flag());
    }
    return Engine.PLATFORM;
  }

  private static IntConsumer pinning(IntConsumer then) {
    AtomicBoolean told = new AtomicBoolean();
    int processors = Runtime.getRuntime().availableProcessors();
    return worker -> {
      String problem = ProcessorPinning.pinCurrentThread(worker % processors);
      if (problem != null && told.compareAndSet(false, true)) {
        LOG.log(System.Logger.Level.WARNING, "workers are not pinned to processors: " + problem);
      }
      then.accept(worker);
    };
  }

  private static void tellOrLog(Thread thread, Throwable e) {
    UncaughtExceptionHandler ofAll = Thread.getDefaultUncaughtExceptionHandler();
    if (ofAll == null) {
      String name = thread.getName(); // of a fiber to which nobody has given one: none
      String where = name.isEmpty() ? "fiber #" + thread.threadId() : name;
      LOG.log(System.Logger.Level.ERROR, "uncaught in " + where, e);
    } else {
      ofAll.uncaughtException(thread, e);
    }
  }

  /** Name and node are parts of PIDs, which can be written down. */
  private static String checked(String what, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(what + ": blank, must have a visible character");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      throw new IllegalArgumentException(
          "%s: '%s', must not have half a surrogate pair".formatted(what, value));
    }
    return value;
  }

  private static int checked(String what, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s: %d, must be between %d and %d".formatted(what, value, min, max));
    }
    return value;
  }

  private static Duration checked(String what, Duration value, Duration min, Duration max) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          "%s: %s, must be between %s and %s".formatted(what, value, min, max));
    }
    return value;
  }
}
