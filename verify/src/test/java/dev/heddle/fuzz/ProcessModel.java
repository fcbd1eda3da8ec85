package dev.heddle.fuzz;

import dev.heddle.fuzz.ProcessProgram.Action;
import dev.heddle.fuzz.ProcessProgram.Ask;
import dev.heddle.fuzz.ProcessProgram.Cancel;
import dev.heddle.fuzz.ProcessProgram.Complete;
import dev.heddle.fuzz.ProcessProgram.Crash;
import dev.heddle.fuzz.ProcessProgram.Kill;
import dev.heddle.fuzz.ProcessProgram.Link;
import dev.heddle.fuzz.ProcessProgram.Register;
import dev.heddle.fuzz.ProcessProgram.Send;
import dev.heddle.fuzz.ProcessProgram.SendToName;
import dev.heddle.fuzz.ProcessProgram.SendUrgent;
import dev.heddle.fuzz.ProcessProgram.Spawn;
import dev.heddle.fuzz.ProcessProgram.Unlink;
import dev.heddle.fuzz.ProcessProgram.Watch;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What processes promise, as lists and sets of one thread. */
final class ProcessModel {
  /** How a process has ended. */
  enum End {
    COMPLETED,
    FAILED,
    KILLED,
    TAKEN;

    boolean isCrash() {
      return this != COMPLETED;
    }
  }

  /** One process. */
  static final class Member {
    final int id;
    final boolean trapsExits;

    /** What was sent to it while it lived. */
    final List<Integer> sent = new ArrayList<>();

    /** What was sent to it afterwards. */
    final List<Integer> late = new ArrayList<>();

    final Set<Member> links = new LinkedHashSet<>();

    /** Who watches it; twice, if twice. */
    final List<Member> watchers = new ArrayList<>();

    /** Of whose end it is told, by an id each. */
    final List<Integer> downs = new ArrayList<>();

    final List<Integer> exits = new ArrayList<>();
    @Nullable End end;

    Member(int id, boolean trapsExits) {
      this.id = id;
      this.trapsExits = trapsExits;
    }

    boolean lives() {
      return end == null;
    }
  }

  final List<Member> members = new ArrayList<>();
  private final @Nullable Member[] places = new @Nullable Member[ProcessProgram.PLACES];
  private @Nullable Member named;

  @Nullable Member at(int place) {
    return places[place];
  }

  /** The answer to the action, as the driver says it; null if it has none. */
  @Nullable Object apply(Action action) {
    return switch (action) {
      case Spawn spawn -> {
        Member member = new Member(members.size(), spawn.trapsExits());
        members.add(member);
        places[spawn.place()] = member;
        yield null;
      }
      case Send send -> send(at(send.place()), send.number());
      case SendUrgent send -> send(at(send.place()), send.number());
      case SendToName send -> {
        Member holder = named != null && named.lives() ? named : null;
        Object _ = send(holder, send.number());
        yield holder != null;
      }
      case Ask ask -> livesAt(ask.place()) ? (Object) (ask.number() + 1) : "ended";
      case Complete complete -> end(at(complete.place()), End.COMPLETED);
      case Cancel cancel -> end(at(cancel.place()), End.COMPLETED);
      case Crash crash -> end(at(crash.place()), End.FAILED);
      case Kill kill -> end(at(kill.place()), End.KILLED);
      case Link link -> tell(link.place(), link.other(), this::link);
      case Unlink unlink -> tell(unlink.place(), unlink.other(), ProcessModel::unlink);
      case Watch watch -> tell(watch.place(), watch.other(), ProcessModel::watch);
      case Register register -> register(at(register.place()));
    };
  }

  private boolean livesAt(int place) {
    Member member = at(place);
    return member != null && member.lives();
  }

  private static @Nullable Object send(@Nullable Member member, int number) {
    if (member != null) {
      (member.lives() ? member.sent : member.late).add(number);
    }
    return null;
  }

  private interface Tie {
    void make(Member one, Member other);
  }

  /** Has the process at {@code place} do something with another one. */
  private Object tell(int place, int other, Tie tie) {
    Member one = at(place);
    Member two = at(other);
    if (one == null || !one.lives() || two == null || one == two) {
      return "ended";
    }
    tie.make(one, two);
    return "done";
  }

  private void link(Member one, Member other) {
    if (other.lives()) {
      one.links.add(other);
      other.links.add(one);
    } else {
      hearsOfTheEndOf(one, other);
    }
  }

  private static void unlink(Member one, Member other) {
    one.links.remove(other);
    other.links.remove(one);
  }

  private static void watch(Member one, Member other) {
    if (other.lives()) {
      other.watchers.add(one);
    } else {
      one.downs.add(other.id);
    }
  }

  private @Nullable Object register(@Nullable Member member) {
    if (member == null) {
      return null;
    }
    if (!member.lives()) {
      return null;
    }
    if (named != null && named.lives() && named != member) {
      return "taken by " + named.id;
    }
    named = member;
    return null;
  }

  /** Ends a process, and whom it takes along; the answer is whether it lived. */
  private boolean end(@Nullable Member member, End how) {
    if (member == null || !member.lives()) {
      return false;
    }
    member.end = how;
    for (Member watcher : member.watchers) {
      if (watcher.lives()) {
        watcher.downs.add(member.id);
      }
    }
    for (Member linked : List.copyOf(member.links)) {
      linked.links.remove(member);
      if (linked.lives()) {
        hearsOfTheEndOf(linked, member);
      }
    }
    return true;
  }

  private void hearsOfTheEndOf(Member member, Member ended) {
    if (member.trapsExits) {
      member.exits.add(ended.id);
    } else if (ended.end != null && ended.end.isCrash()) {
      boolean _ = end(member, End.TAKEN);
    }
  }
}
