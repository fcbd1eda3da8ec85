package dev.heddle.observe;

import dev.heddle.metrics.FiberState;
import dev.heddle.metrics.ProcessLine;
import dev.heddle.metrics.Rule;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.metrics.WorkerMetrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The meters of one runtime in one registry. */
final class BoundMeters {
  private final MeterRegistry registry;
  private final SharedLook look;
  private final Tags executor;
  private final Tags heddle;
  private final Queue<Meter> meters = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> undo = new ConcurrentLinkedQueue<>();

  BoundMeters(MeterRegistry registry, SharedLook look, String runtime, Tags tags) {
    this.registry = registry;
    this.look = look;
    executor = tags.and("name", runtime);
    heddle = tags.and("runtime", runtime);
  }

  void bind() {
    bindExecutor();
    bindScheduler();
    bindFibers();
    bindProcesses();
    bindMessages();
    bindTimes();
    bindWorkers();
  }

  void unbind() {
    meters.forEach(registry::remove);
    meters.clear();
    undo.forEach(Runnable::run);
    undo.clear();
  }

  private void gauge(String name, Tags tags, String says, ToDoubleFunction<RuntimeSnapshot> value) {
    meters.add(
        Gauge.builder(name, look, shared -> value.applyAsDouble(shared.now()))
            .tags(tags)
            .description(says)
            .strongReference(true)
            .register(registry));
  }

  private void counter(
      String name, Tags tags, String says, ToDoubleFunction<RuntimeSnapshot> value) {
    SharedLook kept = look; // the builder keeps what it is given weakly, but the function strongly
    meters.add(
        FunctionCounter.builder(name, look, _ -> value.applyAsDouble(kept.now()))
            .tags(tags)
            .description(says)
            .register(registry));
  }

  /** The names that dashboards of thread pools know. */
  private void bindExecutor() {
    gauge(
        "executor.active",
        executor,
        "Workers that run something",
        now -> workersThat(now, WorkerMetrics.State.BUSY));
    gauge(
        "executor.queued", executor, "Items that wait for a worker", now -> now.metrics().queued());
    counter("executor.completed", executor, "Items run", now -> now.metrics().runs());
    counter(
        "executor.steals",
        executor,
        "Items that workers took from others",
        now -> now.metrics().workers().stream().mapToLong(WorkerMetrics::itemsStolen).sum());
    gauge(
        "executor.parallelism",
        executor,
        "Permanent workers",
        now -> now.metrics().workers().stream().filter(worker -> !worker.spare()).count());
    gauge(
        "executor.pool.core",
        executor,
        "Permanent workers",
        now -> now.metrics().workers().stream().filter(worker -> !worker.spare()).count());
    gauge(
        "executor.pool.size",
        executor,
        "Workers, spare ones included",
        now -> now.metrics().workers().size() - workersThat(now, WorkerMetrics.State.STOPPED));
  }

  private static double workersThat(RuntimeSnapshot now, WorkerMetrics.State are) {
    return now.metrics().workers().stream().filter(worker -> worker.state() == are).count();
  }

  private void bindScheduler() {
    for (WorkerMetrics.State state : WorkerMetrics.State.values()) {
      gauge(
          "heddle.workers",
          heddle.and("state", lower(state)),
          "Workers by what they do",
          now -> workersThat(now, state));
    }
    gauge(
        "heddle.queue.shared",
        heddle,
        "Items in the shared queue",
        now -> now.metrics().sharedQueue());
    gauge("heddle.runners", heddle, "Runners", now -> now.metrics().runners());
    gauge(
        "heddle.runners.busy",
        heddle,
        "Runners with a task under way",
        now -> now.metrics().busyRunners());
    gauge("heddle.timers", heddle, "Timed waits under way", now -> now.metrics().timers());
    counter("heddle.spares", heddle, "Spare workers added", now -> now.metrics().sparesStarted());
    gauge("heddle.uptime.seconds", heddle, "Age", now -> now.uptimeMillis() / 1000.0);
    gauge(
        "heddle.deadlocks",
        heddle,
        "Rings of fibers that wait for each other",
        now -> now.deadlocks().size());
  }

  private void bindFibers() {
    for (FiberState state : FiberState.values()) {
      gauge(
          "heddle.fibers",
          heddle.and("state", lower(state)),
          "Fibers by state",
          now -> now.fibers().states().getOrDefault(state, 0L));
    }
    counter("heddle.fibers.started", heddle, "Fibers started", now -> now.fibers().started());
  }

  private void bindProcesses() {
    for (String state : look.now().processes().states().keySet()) {
      gauge(
          "heddle.processes",
          heddle.and("state", state.toLowerCase(Locale.ROOT)),
          "Processes by state",
          now -> now.processes().states().getOrDefault(state, 0L));
    }
    String spawned = "Processes spawned";
    counter("heddle.processes.spawned", heddle, spawned, now -> now.processes().spawned());
    bindEnded("completed", now -> now.processes().completed());
    bindEnded("failed", now -> now.processes().failed());
    bindEnded("killed", now -> now.processes().killed());
    counter(
        "heddle.restarts",
        heddle,
        "Children that supervisors have restarted",
        now -> now.processes().restarts());
  }

  private void bindEnded(String how, ToLongFunction<RuntimeSnapshot> count) {
    counter(
        "heddle.processes.ended",
        heddle.and("how", how),
        "Processes that have ended",
        count::applyAsLong);
  }

  private void bindMessages() {
    counter("heddle.messages.sent", heddle, "Messages sent", now -> now.processes().sent());
    counter(
        "heddle.messages.handled",
        heddle,
        "Messages given to a step",
        now -> now.processes().handled());
    counter(
        "heddle.messages.relayed",
        heddle,
        "Messages that a relay has taken",
        now -> now.processes().relayed());
    gauge(
        "heddle.messages.queued", heddle, "Messages in mailboxes", now -> now.processes().queued());
    gauge(
        "heddle.mailbox.longest",
        heddle,
        "Messages in the longest mailbox",
        now ->
            now.processes().longestMailboxes().stream()
                .mapToInt(ProcessLine::mailbox)
                .max()
                .orElse(0));
    gauge(
        "heddle.mailbox.longest.ever",
        heddle,
        "Messages in the longest mailbox that was seen",
        now -> now.processes().longestMailboxEver());
    for (String reason : look.now().processes().deadLetters().keySet()) {
      counter(
          "heddle.dead.letters",
          heddle.and("reason", reason.toLowerCase(Locale.ROOT)),
          "What reached nobody",
          now -> now.processes().deadLetters().getOrDefault(reason, 0L));
    }
  }

  private void bindTimes() {
    bindTime(
        "heddle.run.time",
        "For how long workers were at one item; a sample",
        now -> now.metrics().runTimes());
    bindTime(
        "heddle.queue.wait",
        "For how long items waited for a worker; a sample",
        now -> now.metrics().queueWaits());
  }

  private void bindTime(String name, String says, TimeMeters.Times times) {
    if (registry instanceof PrometheusMeterRegistry prometheus) {
      Meter.Id like = meters.element().getId(); // with the registry's own common tags
      undo.add(
          PrometheusHistograms.in(prometheus)
              .add(name, says, labels(like), () -> times.of(look.now())));
    } else {
      new TimeMeters(registry, look, heddle).bind(name, says, times).forEach(meters::add);
    }
  }

  private Tags labels(Meter.Id like) {
    Tags all = Tags.of(like.getTags());
    return Tags.of(all.stream().filter(tag -> !tag.getKey().equals("name")).toList()).and(heddle);
  }

  /** Spare workers come and go, and have their meters together. */
  private void bindWorkers() {
    for (WorkerMetrics worker : look.now().metrics().workers()) {
      if (!worker.spare()) {
        int number = worker.worker();
        bindWorkers(String.valueOf(number), each -> each.worker() == number);
      }
    }
    bindWorkers("spare", WorkerMetrics::spare);
  }

  private void bindWorkers(String name, Predicate<WorkerMetrics> them) {
    Tags tags = heddle.and("worker", name);
    for (Rule rule : Rule.values()) {
      counter(
          "heddle.runs",
          tags.and("rule", lower(rule)),
          "Items run, by the rule that chose them",
          now -> of(now, them, worker -> worker.chosen().getOrDefault(rule, 0L)));
    }
    ofWorker("heddle.spins", tags, them, "Looks before parking", WorkerMetrics::spins);
    ofWorker("heddle.parks", tags, them, "Parks", WorkerMetrics::parks);
    ofWorker("heddle.wakeups", tags, them, "Wake-ups", WorkerMetrics::wakeUps);
    ofWorker("heddle.steals.tried", tags, them, "Steals tried", WorkerMetrics::stealsTried);
    ofWorker("heddle.steals.made", tags, them, "Steals made", WorkerMetrics::stealsMade);
    ofWorker("heddle.steals.items", tags, them, "Items stolen", WorkerMetrics::itemsStolen);
    ofWorker("heddle.batches", tags, them, "Batches taken over", WorkerMetrics::batches);
    ofWorker("heddle.batches.items", tags, them, "Items in batches", WorkerMetrics::batchItems);
    ofWorker("heddle.handovers", tags, them, "Hand-overs", WorkerMetrics::handOvers);
    ofWorker("heddle.spawns.spared", tags, them, "Calls for spawns", WorkerMetrics::spawnsSpared);
    gauge(
        "heddle.queue.deque",
        tags,
        "Items in the worker's deque",
        now -> of(now, them, WorkerMetrics::queued));
    gauge(
        "heddle.queue.ready",
        tags,
        "Fibers and processes that can go on",
        now -> of(now, them, WorkerMetrics::ready));
  }

  private void ofWorker(
      String name,
      Tags tags,
      Predicate<WorkerMetrics> them,
      String says,
      ToLongFunction<WorkerMetrics> count) {
    counter(name, tags, says, now -> of(now, them, count));
  }

  private static double of(
      RuntimeSnapshot now, Predicate<WorkerMetrics> them, ToLongFunction<WorkerMetrics> count) {
    return now.metrics().workers().stream().filter(them).mapToLong(count).sum();
  }

  private static String lower(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }
}
