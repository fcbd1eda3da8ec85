package dev.heddle.process;

import dev.heddle.scheduler.UnstartedWorkers;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real process that an actor has claimed, of a runtime that nobody runs. All have one runtime,
 * which is large; so they are not in its table.
 */
final class ClaimedProcess {
  /** Something to send, which knows how often it has become a dead letter. */
  static final class Letter {
    final AtomicInteger buried = new AtomicInteger();
  }

  private static final Processes PROCESSES =
      new Processes(UnstartedWorkers.scheduler(1), "here", Map.of(), String::valueOf);

  static {
    PROCESSES.onDeadLetter(
        dead -> {
          if (dead.content() instanceof Letter letter) {
            letter.buried.incrementAndGet();
          }
        });
  }

  final ProcessCell cell = new ProcessCell(PROCESSES, (events, out) -> {}, null);

  ClaimedProcess() {
    cell.started();
    cell.claimEntry();
  }

  /** Claimer: a step's worth of events. */
  int take() {
    int taken = 0;
    while (cell.poll() != null) {
      taken++;
    }
    return taken;
  }

  /** What ties it to others. */
  int ties() {
    return cell.bonds().size();
  }

  /** Claimer. */
  void end() {
    cell.abort(new IllegalStateException("the end"));
  }
}
