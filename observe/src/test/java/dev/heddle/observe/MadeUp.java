package dev.heddle.observe;

import dev.heddle.metrics.Distribution;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.FiberCensus;
import dev.heddle.metrics.FiberLine;
import dev.heddle.metrics.FiberState;
import dev.heddle.metrics.Incident;
import dev.heddle.metrics.ProcessCensus;
import dev.heddle.metrics.ProcessLine;
import dev.heddle.metrics.Rule;
import dev.heddle.metrics.RuntimeMetrics;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.metrics.WorkerMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A snapshot that a test makes up, of a runtime that was started at a certain moment. */
public final class MadeUp {
  /** When the runtime was started, since 1970. */
  public static final long STARTED = 1_700_000_000_000L;

  private final long uptimeMillis;
  private String runtime = "made-up";
  private Engine engine = Engine.VIRTUAL;
  private int spares;
  private int queued;
  private long spared;
  private long sharedQueue;
  private long restarts;
  private Distribution queueWaits = Distribution.NONE;
  private final Map<String, Long> deadLetters = new TreeMap<>();
  private final List<WorkerMetrics> workers = new ArrayList<>();
  private final List<FiberLine> waits = new ArrayList<>();
  private final List<ProcessLine> mailboxes = new ArrayList<>();
  private final List<ProcessLine> busiest = new ArrayList<>();
  private final List<List<String>> deadlocks = new ArrayList<>();
  private final List<Incident> incidents = new ArrayList<>();

  private MadeUp(long uptimeMillis) {
    this.uptimeMillis = uptimeMillis;
  }

  /** So long after the start. */
  public static MadeUp after(long uptimeMillis) {
    return new MadeUp(uptimeMillis);
  }

  public MadeUp runtime(String name) {
    runtime = name;
    return this;
  }

  public MadeUp engine(Engine on) {
    engine = on;
    return this;
  }

  public MadeUp spares(int started) {
    spares = started;
    return this;
  }

  /** So many items are in the deque of each worker that is added from now on. */
  public MadeUp queued(int items) {
    queued = items;
    return this;
  }

  public MadeUp sharedQueue(long items) {
    sharedQueue = items;
    return this;
  }

  public MadeUp restarts(long times) {
    restarts = times;
    return this;
  }

  public MadeUp deadLetters(String reason, long count) {
    deadLetters.put(reason, count);
    return this;
  }

  /** {@code count} items have waited for {@code millis} each. */
  public MadeUp queueWaits(long count, long millis) {
    long nanos = millis * 1_000_000;
    queueWaits =
        new Distribution(
            count, count * nanos, nanos, List.of(new Distribution.Bucket(nanos, count)));
    return this;
  }

  public MadeUp worker(int number, WorkerMetrics.State state, long runs, String seenAt) {
    return worker(number, false, state, runs, seenAt);
  }

  public MadeUp worker(
      int number, boolean spare, WorkerMetrics.State state, long runs, String seenAt) {
    workers.add(
        new WorkerMetrics(
            number,
            spare,
            state,
            Map.of(Rule.LOCAL, runs - runs / 4, Rule.STOLEN, runs / 4),
            5,
            4,
            3,
            20,
            10,
            30,
            2,
            12,
            1,
            spared,
            queued,
            0,
            seenAt,
            Distribution.NONE));
    return this;
  }

  /** How many calls for spawns the workers have that come after this. */
  public MadeUp spared(long calls) {
    spared = calls;
    return this;
  }

  public MadeUp waits(String fiber, long millis, String waitsFor, String heldBy) {
    waits.add(
        new FiberLine(
            waits.size() + 100L, fiber, FiberState.YIELDED, millis, millis, waitsFor, heldBy));
    return this;
  }

  public MadeUp mailbox(String name, int messages, String state, long steps) {
    mailboxes.add(process(mailboxes.size() + 1, name, messages, state, steps, 0));
    return this;
  }

  public MadeUp busy(String name, String state, long steps, long busyMillis) {
    busiest.add(process(busiest.size() + 50, name, 0, state, steps, busyMillis * 1_000_000));
    return this;
  }

  private static ProcessLine process(
      int number, String name, int mailbox, String state, long steps, long busyNanos) {
    return new ProcessLine(
        "local.made-up." + number,
        name,
        state,
        mailbox,
        steps,
        0,
        "",
        "",
        false,
        0,
        9_000,
        busyNanos);
  }

  public MadeUp deadlock(String... ring) {
    deadlocks.add(List.of(ring));
    return this;
  }

  public MadeUp incident(long atUptimeMillis, Incident.Kind kind, String subject, String text) {
    incidents.add(
        new Incident(incidents.size() + 1, STARTED + atUptimeMillis, kind, subject, text));
    return this;
  }

  public RuntimeSnapshot make() {
    RuntimeMetrics metrics =
        new RuntimeMetrics(
            engine, workers, sharedQueue, 3, 2, 12, 5, spares, Distribution.NONE, queueWaits);
    return new RuntimeSnapshot(
        runtime,
        STARTED + uptimeMillis,
        uptimeMillis,
        false,
        metrics,
        new FiberCensus(20, 12, 12, Map.of(FiberState.YIELDED, 10L, FiberState.RUNNING, 2L), waits),
        new ProcessCensus(
            1000,
            10,
            2,
            3,
            985,
            50_000,
            49_000,
            1_000,
            0,
            77,
            restarts,
            4_242,
            deadLetters,
            985,
            Map.of("IDLE", 980L, "RUNNING", 5L),
            mailboxes,
            busiest),
        deadlocks,
        incidents);
  }
}
