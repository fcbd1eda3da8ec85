package dev.heddle.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.fuzz.ProcessModel.End;
import dev.heddle.fuzz.ProcessModel.Member;
import dev.heddle.fuzz.ProcessProgram.Action;
import dev.heddle.fuzz.ProcessProgram.Ask;
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
import dev.heddle.process.CommandException;
import dev.heddle.process.DeadLetter;
import dev.heddle.process.Exit;
import dev.heddle.process.NameTakenException;
import dev.heddle.process.Pid;
import dev.heddle.process.ProcessOptions;
import dev.heddle.process.Processes;
import dev.heddle.verify.Effort;
import dev.heddle.verify.Watched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs a program on real processes and on the model, and compares: each answer at once, who has
 * ended and how after each action, and at last what everybody was told. A message to one that is
 * ended by others may have been handled or be dead, but it is one of them.
 */
final class ProcessDriver {
  /** How the driver sends: really, or with a fault that has to be found. */
  interface Sending {
    void send(Processes processes, Pid target, Object message);
  }

  private static final String NAME = "the name";

  private final Processes processes;
  private final Sending sending;
  private final Duration patience;
  private final ProcessModel model = new ProcessModel();
  private final List<Puppet> puppets = new ArrayList<>();
  private final List<Pid> pids = new ArrayList<>();
  private final Queue<DeadLetter> dead = new ConcurrentLinkedQueue<>();

  private ProcessDriver(Processes processes, Sending sending, Duration patience) {
    this.processes = processes;
    this.sending = sending;
    this.patience = patience;
  }

  /** Fails where Heddle and the model differ. */
  static void play(ProcessProgram program) {
    play(program, Processes::send, Effort.STUCK);
  }

  static void play(ProcessProgram program, Sending sending, Duration patience) {
    try (Heddle heddle =
        Heddle.builder()
            .workers(program.workers())
            .uncaughtExceptionHandler((thread, crash) -> {}) // crashes are part of the program
            .start()) {
      new ProcessDriver(heddle.processes(), sending, patience).run(program);
    }
  }

  private void run(ProcessProgram program) {
    try (var _ = processes.onDeadLetter(dead::add)) {
      for (Action action : program.actions()) {
        Object real = carryOut(action);
        Object expected = model.apply(action);
        assertThat(real).as("the answer to %s", action).isEqualTo(expected);
        awaitEnds(action);
      }
      for (Member member : model.members) {
        compare(member, puppets.get(member.id), pids.get(member.id));
      }
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts", e);
    }
  }

  // ---- the actions, on real processes

  private @Nullable Object carryOut(Action action) throws InterruptedException {
    return switch (action) {
      case Spawn spawn -> spawn(spawn);
      case Send send -> {
        Pid target = at(send.place());
        if (target != null) {
          sending.send(processes, target, send.number());
        }
        yield null;
      }
      case SendUrgent send -> {
        Pid target = at(send.place());
        if (target != null) {
          processes.sendUrgent(target, send.number());
        }
        yield null;
      }
      case SendToName send -> processes.sendTo(NAME, send.number());
      case Ask ask -> ask(at(ask.place()), new Puppet.Next(ask.number()));
      case Complete complete -> order(complete.place(), Puppet.Order.COMPLETE);
      case Crash crash -> order(crash.place(), Puppet.Order.CRASH);
      case ProcessProgram.Cancel cancel -> {
        Pid target = at(cancel.place());
        yield target != null && processes.cancel(target);
      }
      case Kill kill -> {
        Pid target = at(kill.place());
        yield target != null && processes.kill(target);
      }
      case Link link -> tie(link.place(), link.other(), Puppet.Tie.Kind.LINK);
      case Unlink unlink -> tie(unlink.place(), unlink.other(), Puppet.Tie.Kind.UNLINK);
      case Watch watch -> tie(watch.place(), watch.other(), Puppet.Tie.Kind.WATCH);
      case Register register -> register(register.place());
    };
  }

  private @Nullable Object spawn(Spawn spawn) throws InterruptedException {
    Puppet puppet = new Puppet(spawn.trapsExits());
    Pid pid =
        spawn.isFiber()
            ? processes.spawn(puppet.body(), ProcessOptions.DEFAULT)
            : processes.spawn(puppet.process(), ProcessOptions.DEFAULT);
    puppets.add(puppet);
    pids.add(pid);
    if (spawn.isFiber()) {
      Object _ = ask(pid, new Puppet.Next(0)); // only now does it surely trap exits
    }
    return null;
  }

  private @Nullable Pid at(int place) {
    Member member = model.at(place);
    return member == null ? null : pids.get(member.id);
  }

  private Object order(int place, Puppet.Order order) {
    Pid target = at(place);
    if (target == null || !processes.isAlive(target)) {
      return false;
    }
    processes.send(target, order);
    return true;
  }

  private Object tie(int place, int other, Puppet.Tie.Kind kind) throws InterruptedException {
    Pid one = at(place);
    Pid two = at(other);
    if (two == null || two.equals(one)) {
      return "ended";
    }
    return ask(one, new Puppet.Tie(kind, two));
  }

  private Object ask(@Nullable Pid target, Object question) throws InterruptedException {
    if (target == null) {
      return "ended";
    }
    try {
      return String.valueOf(processes.request(target, question, patience)).equals("done")
          ? "done"
          : question instanceof Puppet.Next next ? next.number() + 1 : "no answer";
    } catch (CommandException e) {
      return "ended";
    } catch (TimeoutException e) {
      throw new AssertionError(target + " does not answer", e);
    }
  }

  private @Nullable Object register(int place) {
    Pid target = at(place);
    if (target == null || !processes.isAlive(target)) {
      return null;
    }
    try {
      processes.register(NAME, target);
      return null;
    } catch (NameTakenException _) {
      return "taken by " + pids.indexOf(processes.whereIs(NAME));
    }
  }

  // ---- comparing

  /** Waits for those that have ended by the model, so that what comes next finds them so. */
  private void awaitEnds(Action action) throws InterruptedException {
    for (Member member : model.members) {
      Pid pid = pids.get(member.id);
      if (!member.lives()) {
        Exit exit = processes.awaitExit(pid, patience);
        assertThat(end(exit)).as("the end of %d after %s", member.id, action).isEqualTo(member.end);
      } else {
        assertThat(processes.isAlive(pid)).as("%d lives after %s", member.id, action).isTrue();
      }
    }
  }

  private static @Nullable End end(@Nullable Exit exit) {
    return switch (exit) {
      case Exit.Completed _ -> End.COMPLETED;
      case Exit.Failed _ -> End.FAILED;
      case Exit.Killed _ -> End.KILLED;
      case Exit.Taken _ -> End.TAKEN;
      case Exit.Unknown _ -> null;
      case null -> null;
    };
  }

  private void compare(Member member, Puppet puppet, Pid pid) {
    List<Integer> all = new ArrayList<>(member.sent);
    all.addAll(member.late);
    boolean _ =
        Watched.becomes(
            () -> puppet.numbers().size() + deadNumbers(pid).size() == all.size(), patience);
    List<Integer> handledOrDead = puppet.numbers();
    handledOrDead.addAll(deadNumbers(pid));
    assertThat(handledOrDead)
        .as("what %d has handled, and what is dead", member.id)
        .containsExactlyInAnyOrderElementsOf(all);
    for (boolean urgent : List.of(false, true)) {
      List<Integer> sent = ofKind(member.sent, urgent);
      List<Integer> handled = ofKind(puppet.numbers(), urgent);
      assertThat(handled)
          .as("what %d has handled, in order", member.id)
          .isEqualTo(member.lives() ? sent : sent.subList(0, handled.size()));
    }
    if (member.lives()) {
      boolean _ =
          Watched.becomes(
              () ->
                  puppet.downs().size() == member.downs.size()
                      && puppet.exits().size() == member.exits.size(),
              patience);
      assertThat(ids(puppet.downs()))
          .as("of whose end %d was told as a watcher", member.id)
          .containsExactlyInAnyOrderElementsOf(member.downs);
      assertThat(ids(puppet.exits()))
          .as("of whose end %d was told by a link", member.id)
          .containsExactlyInAnyOrderElementsOf(member.exits);
    }
  }

  private static List<Integer> ofKind(List<Integer> numbers, boolean urgent) {
    return numbers.stream().filter(number -> urgent == number < 0).toList();
  }

  private List<Integer> deadNumbers(Pid pid) {
    List<Integer> numbers = new ArrayList<>();
    for (DeadLetter letter : dead) {
      if (letter.target().equals(pid) && letter.content() instanceof Integer number) {
        numbers.add(number);
      }
    }
    return numbers;
  }

  private List<Integer> ids(List<Pid> ended) {
    return ended.stream().map(pids::indexOf).toList();
  }
}
