package dev.heddle.supervisor;

import dev.heddle.process.CommandException;
import dev.heddle.process.Exit;
import dev.heddle.process.Pid;
import dev.heddle.process.Processes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Talks to a supervisor: from plain threads, fibers and processes. All methods ask it and wait for
 * its reply, a minute at most unless {@link #withTimeout} says otherwise; inside of a runtime only
 * the caller's fiber waits. A process that must not wait yields a {@link
 * dev.heddle.process.Command#ask} with a {@link SupervisorRequest} instead. A child must not wait
 * for its own supervisor while that waits for it: in its {@code init}, or to be stopped.
 *
 * <p>What cannot be done is a {@link SupervisorException}: also that the supervisor has ended, or
 * has not replied in time.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class SupervisorHandle {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final Processes processes;
  private final Pid pid;
  private final Duration timeout;

  private SupervisorHandle(Processes processes, Pid pid, Duration timeout) {
    this.processes = Objects.requireNonNull(processes, "processes");
    this.pid = Objects.requireNonNull(pid, "pid");
    this.timeout = Objects.requireNonNull(timeout, "timeout");
  }

  /** For a supervisor that is known by its PID. */
  public static SupervisorHandle of(Processes processes, Pid pid) {
    return new SupervisorHandle(processes, pid, TIMEOUT);
  }

  /** One that waits for a reply this long. */
  public SupervisorHandle withTimeout(Duration timeout) {
    return new SupervisorHandle(processes, pid, timeout);
  }

  /** The supervisor. */
  public Pid pid() {
    return pid;
  }

  /**
   * Waits, without a limit, until all first children have been started.
   *
   * @throws SupervisorException if one cannot be, or the supervisor has ended: says why
   */
  public void awaitStart() throws InterruptedException {
    try {
      ask(new SupervisorRequest.AwaitStart(), ChildSpec.NO_LIMIT);
    } catch (SupervisorException e) {
      Exit exit = awaitExit(ChildSpec.NO_LIMIT); // it may have failed before it was asked
      throw exit instanceof Exit.Failed failed && failed.error() instanceof SupervisorException why
          ? new SupervisorException(why)
          : e;
    }
  }

  /** Adds a child, the last, and starts it: see {@link SupervisorRequest.StartChild}. */
  public Pid start(ChildSpec child) throws InterruptedException {
    return (Pid) ask(new SupervisorRequest.StartChild(child), timeout);
  }

  /** Stops a child: see {@link SupervisorRequest.StopChild}. */
  public StopReport stop(String id) throws InterruptedException {
    return (StopReport) ask(new SupervisorRequest.StopChild(id), timeout);
  }

  /** Starts a child again: see {@link SupervisorRequest.RestartChild}. */
  public Pid restart(String id) throws InterruptedException {
    return (Pid) ask(new SupervisorRequest.RestartChild(id), timeout);
  }

  /** Stops a child and forgets it: see {@link SupervisorRequest.RemoveChild}. */
  public StopReport remove(String id) throws InterruptedException {
    return (StopReport) ask(new SupervisorRequest.RemoveChild(id), timeout);
  }

  /** All children as they are now, in their order. */
  public List<ChildStatus> children() throws InterruptedException {
    List<ChildStatus> children = new ArrayList<>();
    for (Object child : (List<?>) ask(new SupervisorRequest.ListChildren(), timeout)) {
      children.add((ChildStatus) child);
    }
    return children;
  }

  /** A child as it is now; null if there is none. */
  public @Nullable ChildStatus child(String id) throws InterruptedException {
    for (ChildStatus child : children()) {
      if (child.id().equals(id)) {
        return child;
      }
    }
    return null;
  }

  /**
   * A child that is a supervisor, as it is now.
   *
   * @throws SupervisorException if it is none, or does not live
   */
  public SupervisorHandle supervisor(String id) throws InterruptedException {
    ChildStatus child = child(id);
    Pid found = child == null || !child.isSupervisor() ? null : child.pid();
    if (found == null) {
      throw new SupervisorException(
          "%s has no living child '%s' that is a supervisor".formatted(pid, id));
    }
    return below(found);
  }

  /** For a supervisor below this one. */
  SupervisorHandle below(Pid child) {
    return new SupervisorHandle(processes, child, timeout);
  }

  /** The whole tree as it is now, branch by branch: it goes on while it is looked at. */
  public SupervisorTree tree() throws InterruptedException {
    return SupervisorTree.of(
        this, new ChildStatus("", pid, ChildState.RUNNING, Restart.TEMPORARY, 0, null, true));
  }

  /**
   * Stops all children, in reverse order, and then the supervisor. What has not stopped after
   * {@code limit}, by its own deadline or this one, is killed.
   *
   * @return what did not stop in time; of a supervisor that had ended before, what it has said
   */
  public StopReport stop(Duration limit) throws InterruptedException {
    StopReport report;
    try {
      Duration patience = Times.isEndless(limit) ? limit : limit.plus(Crew.GRACE.multipliedBy(4));
      report = (StopReport) request(new SupervisorRequest.Stop(limit), patience);
    } catch (CommandException e) {
      report = lastReport();
    } catch (TimeoutException e) {
      processes.kill(pid);
      awaitExit(Crew.GRACE);
      boolean ended = !processes.isAlive(pid);
      return new StopReport(List.of(new StopReport.Late("", pid, ended)));
    }
    awaitExit(ChildSpec.NO_LIMIT);
    return report;
  }

  private StopReport lastReport() throws InterruptedException {
    return awaitExit(ChildSpec.NO_LIMIT) instanceof Exit.Completed completed
            && completed.result() instanceof StopReport said
        ? said
        : new StopReport(List.of());
  }

  /** How it has ended; null if it has not, or if that was so long ago that nobody knows. */
  private @Nullable Exit awaitExit(Duration patience) throws InterruptedException {
    try {
      return processes.awaitExit(pid, patience);
    } catch (IllegalArgumentException e) {
      return null; // a PID that was made from text
    }
  }

  private Object ask(SupervisorRequest request, Duration patience) throws InterruptedException {
    Object answer;
    try {
      answer = request(request, patience);
    } catch (CommandException e) {
      throw new SupervisorException("the supervisor " + pid + " has ended", e);
    } catch (TimeoutException e) {
      throw new SupervisorException(e.getMessage() + ": " + request, e);
    }
    if (answer instanceof SupervisorException refused) {
      throw new SupervisorException(refused);
    }
    return answer;
  }

  private Object request(SupervisorRequest request, Duration patience)
      throws InterruptedException, TimeoutException {
    return Objects.requireNonNull(processes.request(pid, request, patience), "a reply");
  }

  @Override
  public String toString() {
    return "SupervisorHandle[" + pid + "]";
  }
}
