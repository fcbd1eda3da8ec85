package dev.heddle.supervisor;

import dev.heddle.process.Message;
import dev.heddle.supervisor.SupervisorRequest.OfChild;
import java.util.ArrayDeque;
import java.util.Deque;

/** The requests that change children. They wait while a supervisor is at several of them. */
final class ChildRequests {
  private record Pending(Message message, OfChild request) {}

  private final Supervision supervision;
  private final Crew crew;
  private final Deque<Pending> pending = new ArrayDeque<>();

  ChildRequests(Supervision supervision, Crew crew) {
    this.supervision = supervision;
    this.crew = crew;
  }

  void add(Message message, OfChild request) {
    if (supervision.isEnding()) {
      Supervisor.reply(message, supervision.isStopping());
    } else {
      pending.add(new Pending(message, request));
    }
  }

  void refuseAll() {
    pending.forEach(each -> Supervisor.reply(each.message(), supervision.isStopping()));
    pending.clear();
  }

  /** Carries out the oldest; false if there is none. */
  boolean carryOutNext() {
    Pending next = pending.poll();
    if (next == null) {
      return false;
    }
    Message message = next.message();
    switch (next.request()) {
      case SupervisorRequest.StartChild(ChildSpec added) -> start(message, added);
      case SupervisorRequest.StopChild(String id) -> stop(message, id, false);
      case SupervisorRequest.RemoveChild(String id) -> stop(message, id, true);
      case SupervisorRequest.RestartChild(String id) -> restart(message, id);
    }
    return true;
  }

  private void start(Message message, ChildSpec added) {
    Child before = crew.find(added.id());
    if (before != null) {
      Supervisor.reply(message, isTaken(before));
      return;
    }
    Child child = crew.add(added);
    child.awaitStart(message);
    supervision.startSoon(child);
  }

  private void stop(Message message, String id, boolean leaves) {
    Child child = crew.find(id);
    if (child == null) {
      Supervisor.reply(message, isUnknown(id));
      return;
    }
    child.wanted = false;
    child.leaving |= leaves;
    child.awaitStop(message);
    if (child.isAlive()) {
      crew.stop(child);
    } else {
      child.time(null);
      child.unstopped.clear();
      supervision.stopped(child);
    }
  }

  private void restart(Message message, String id) {
    Child child = crew.find(id);
    if (child == null || child.leaving) {
      Supervisor.reply(message, isUnknown(id));
      return;
    }
    child.wanted = true;
    child.awaitStart(message);
    if (child.isAlive()) {
      crew.stop(child);
    } else {
      child.time(null);
      supervision.startSoon(child);
    }
  }

  private SupervisorException isTaken(Child child) {
    return new SupervisorException(
        "%s has a child of the id '%s' already, which is %s%s"
            .formatted(
                supervision.name(),
                child.id(),
                child.state,
                child.pid == null ? "" : " as " + child.pid));
  }

  private SupervisorException isUnknown(String id) {
    return new SupervisorException(
        "%s has no child '%s'; it has %s"
            .formatted(
                supervision.name(),
                id,
                crew.list().stream().map(ChildStatus::id).limit(20).toList()));
  }
}
