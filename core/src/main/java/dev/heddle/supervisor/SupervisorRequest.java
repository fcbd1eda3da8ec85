package dev.heddle.supervisor;

import java.time.Duration;
import java.util.Objects;

/**
 * What a supervisor can be asked for, by a message or a request. {@link SupervisorHandle} does that
 * for who may wait; a process that may not yields a {@link dev.heddle.process.Command#ask} with one
 * of these. The reply is what is said here, or a {@link SupervisorException} that says why not.
 * What changes children is done one after the other, and waits while a restart of several is under
 * way.
 */
public sealed interface SupervisorRequest {
  /** What changes a child. */
  sealed interface OfChild extends SupervisorRequest {}

  /**
   * Adds a child, the last, and starts it. Reply: its PID. If it cannot be started, it is not
   * added.
   */
  record StartChild(ChildSpec child) implements OfChild {
    public StartChild {
      Objects.requireNonNull(child, "child");
    }
  }

  /**
   * Stops a child, which can be started again by {@link RestartChild}; a {@linkplain
   * Restart#TEMPORARY temporary} one is forgotten. Reply: a {@link StopReport}.
   */
  record StopChild(String id) implements OfChild {
    public StopChild {
      Objects.requireNonNull(id, "id");
    }
  }

  /**
   * Stops a child if it lives, and starts it. Does not count as a restart to the {@link
   * RestartLimit}. Reply: its new PID.
   */
  record RestartChild(String id) implements OfChild {
    public RestartChild {
      Objects.requireNonNull(id, "id");
    }
  }

  /** Stops a child and forgets it. Reply: a {@link StopReport}. */
  record RemoveChild(String id) implements OfChild {
    public RemoveChild {
      Objects.requireNonNull(id, "id");
    }
  }

  /** Reply: a list of {@link ChildStatus}, in their order. Never waits. */
  record ListChildren() implements SupervisorRequest {}

  /** Reply, as soon as all first children have been started: the supervisor's PID. */
  record AwaitStart() implements SupervisorRequest {}

  /**
   * Stops all children, in reverse order, and then the supervisor. Reply, at its end: a {@link
   * StopReport}.
   *
   * @param timeout for all together; what has not stopped by then is killed at once
   */
  record Stop(Duration timeout) implements SupervisorRequest {
    public Stop {
      Times.checkNotNegative("the timeout of a stop", timeout);
    }
  }
}
