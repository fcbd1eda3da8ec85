package dev.heddle.supervisor;

import dev.heddle.process.Pid;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What did not stop in time when a supervisor or a child was stopped.
 *
 * @param late the children that had to be killed, in the order in which they were; empty: all
 *     stopped by themselves
 */
public record StopReport(List<Late> late) {
  public StopReport {
    late = List.copyOf(late);
  }

  /**
   * A child that has not stopped in time.
   *
   * @param path its id, after those of the supervisors above it, with slashes between
   * @param pid its PID
   * @param hasEnded whether the kill has ended it; false: it is in a step that does not return
   */
  public record Late(String path, Pid pid, boolean hasEnded) {
    Late under(String id) {
      return new Late(id + "/" + path, pid, hasEnded);
    }

    @Override
    public String toString() {
      return "%s (%s) %s"
          .formatted(path, pid, hasEnded ? "was killed" : "was killed, and is still in its step");
    }
  }

  /** Whether everything stopped by itself. */
  public boolean isOrderly() {
    return late.isEmpty();
  }

  @Override
  public String toString() {
    return late.isEmpty()
        ? "all stopped in time"
        : late.stream().map(Late::toString).collect(Collectors.joining("; ", "not in time: ", ""));
  }
}
