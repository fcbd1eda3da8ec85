package dev.heddle;

import dev.heddle.metrics.Engine;
import dev.heddle.metrics.FiberInfo;
import dev.heddle.metrics.FiberPage;
import dev.heddle.metrics.FiberState;
import dev.heddle.metrics.HeddleMXBean;
import dev.heddle.metrics.ProcessDetail;
import dev.heddle.metrics.ProcessLine;
import dev.heddle.metrics.ProcessPage;
import dev.heddle.metrics.Rule;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.process.Pid;
import dev.heddle.process.ProcessQuery;
import dev.heddle.scheduler.Clock;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A runtime as an MXBean. Knows nothing of {@code java.management}, which need not be there. */
final class HeddleBean implements HeddleMXBean {
  /** For how long one look serves all attributes. */
  private static final long FRESH = 200_000_000;

  /** A look, and when it was. */
  private record Look(RuntimeSnapshot snapshot, long at) {}

  private final Heddle heddle;
  private volatile @Nullable Look last;

  HeddleBean(Heddle heddle) {
    this.heddle = heddle;
  }

  private RuntimeSnapshot recent() {
    Look look = last;
    if (look == null || Clock.nanos() - look.at > FRESH) {
      look = new Look(heddle.snapshot(), Clock.nanos());
      last = look;
    }
    return look.snapshot;
  }

  @Override
  public String getName() {
    return heddle.name();
  }

  @Override
  public Engine getEngine() {
    return heddle.engine();
  }

  @Override
  public long getUptimeMillis() {
    return recent().uptimeMillis();
  }

  @Override
  public boolean isClosing() {
    return heddle.isClosed();
  }

  private long workersThat(Predicate<WorkerMetrics.State> are) {
    return recent().metrics().workers().stream().map(WorkerMetrics::state).filter(are).count();
  }

  @Override
  public int getWorkers() {
    return (int) workersThat(state -> state != WorkerMetrics.State.STOPPED);
  }

  @Override
  public int getBusyWorkers() {
    return (int) workersThat(state -> state == WorkerMetrics.State.BUSY);
  }

  @Override
  public long getRuns() {
    return recent().metrics().runs();
  }

  @Override
  public Map<Rule, Long> getRunsByRule() {
    RuntimeSnapshot now = recent();
    Map<Rule, Long> runs = new EnumMap<>(Rule.class);
    Arrays.stream(Rule.values()).forEach(rule -> runs.put(rule, now.metrics().chosen(rule)));
    return runs;
  }

  @Override
  public long getQueued() {
    return recent().metrics().queued();
  }

  @Override
  public long getFibers() {
    return recent().fibers().alive();
  }

  @Override
  public Map<FiberState, Long> getFibersByState() {
    return recent().fibers().states();
  }

  @Override
  public long getProcesses() {
    return recent().processes().alive();
  }

  @Override
  public Map<String, Long> getProcessesByState() {
    return recent().processes().states();
  }

  @Override
  public long getMessagesSent() {
    return recent().processes().sent();
  }

  @Override
  public long getMessagesHandled() {
    return recent().processes().handled();
  }

  @Override
  public long getMessagesQueued() {
    return recent().processes().queued();
  }

  @Override
  public Map<String, Long> getDeadLetters() {
    return recent().processes().deadLetters();
  }

  @Override
  public long getRestarts() {
    return recent().processes().restarts();
  }

  @Override
  public RuntimeSnapshot getSnapshot() {
    return heddle.snapshot();
  }

  @Override
  public ProcessPage findProcesses(
      String search, String sort, boolean descending, int offset, int limit) {
    return heddle
        .processes()
        .find(new ProcessQuery(search, sortOf(sort), descending, offset, limit));
  }

  private static ProcessQuery.Sort sortOf(String name) {
    return Arrays.stream(ProcessQuery.Sort.values())
        .filter(sort -> sort.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "processes cannot be sorted by '%s'; by one of %s"
                        .formatted(name, Arrays.toString(ProcessQuery.Sort.values()))));
  }

  @Override
  public List<ProcessLine> lookAgain(List<String> pids) {
    return heddle.processes().lookAgain(pids.stream().map(Pid::parse).toList());
  }

  @Override
  public @Nullable ProcessDetail lookAtProcess(String pid) {
    return heddle.processes().lookAt(Pid.parse(pid));
  }

  @Override
  public FiberPage findFibers(String search, int offset, int limit) {
    return heddle.findFibers(search, offset, limit);
  }

  @Override
  public @Nullable String lookAtFiber(long id) {
    FiberInfo fiber = heddle.lookAtFiber(id);
    return fiber == null ? null : fiber.toString();
  }

  @Override
  public String dump() {
    return heddle.dump().toString();
  }
}
