package dev.heddle.process;

import dev.heddle.scheduler.Memory;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which processes are members of which topic. */
final class Groups {
  private final ConcurrentHashMap<String, Set<ProcessCell>> members = new ConcurrentHashMap<>();

  private record Membership(Groups groups, String topic, ProcessCell member) implements Bond {
    @Override
    public void undo() {
      groups.members.computeIfPresent(
          topic,
          (key, set) -> {
            set.remove(member);
            return set.isEmpty() ? null : set;
          });
    }
  }

  void join(String topic, ProcessCell cell) {
    Bond membership = new Membership(this, topic, cell);
    members.compute(
        topic,
        (key, set) -> {
          Set<ProcessCell> all = set == null ? ConcurrentHashMap.newKeySet() : set;
          all.add(cell);
          return all;
        });
    assert Moment.passes("it is a member");
    boolean kept = false;
    try {
      assert Memory.suffices("a membership that is kept");
      kept = cell.keep(membership);
      assert kept || Moment.passes("one that has ended is a member");
    } finally {
      if (!kept) {
        membership.undo();
      }
    }
  }

  /** Ends the membership, its bond first: who joins meanwhile is no member without a bond. */
  void leave(String topic, ProcessCell cell) {
    Membership membership = new Membership(this, topic, cell);
    cell.bonds().remove(membership);
    assert Moment.passes("a membership is not kept any more");
    membership.undo();
  }

  /** The members, in no order; those that come and go meanwhile may be in it or not. */
  Iterable<ProcessCell> of(String topic) {
    Set<ProcessCell> found = members.get(topic);
    return found == null ? List.of() : found;
  }

  /** How many topics have members. */
  int topics() {
    return members.size();
  }
}
