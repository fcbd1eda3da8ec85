package dev.heddle.fuzz;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** What somebody outside does with a handful of processes, one thing after the other. */
record ProcessProgram(int workers, List<Action> actions) {
  /** How many processes there are at a time. A new one takes the place of one that there was. */
  static final int PLACES = 4;

  sealed interface Action {}

  record Spawn(int place, boolean trapsExits, boolean isFiber) implements Action {}

  record Send(int place, int number) implements Action {}

  /** Urgent messages are negative, to tell them from others. */
  record SendUrgent(int place, int number) implements Action {}

  /** Asks for the next number. */
  record Ask(int place, int number) implements Action {}

  record Complete(int place) implements Action {}

  record Crash(int place) implements Action {}

  record Kill(int place) implements Action {}

  record Cancel(int place) implements Action {}

  /** The process at {@code place} is told to link the other one. */
  record Link(int place, int other) implements Action {}

  record Unlink(int place, int other) implements Action {}

  /** The process at {@code place} is told to watch the other one. */
  record Watch(int place, int other) implements Action {}

  /** Gives the process at {@code place} the one name there is. */
  record Register(int place) implements Action {}

  record SendToName(int number) implements Action {}

  static Arbitrary<ProcessProgram> any() {
    Arbitrary<Integer> place = Arbitraries.integers().between(0, PLACES - 1);
    Arbitrary<Integer> number = Arbitraries.integers().between(1, 1_000);
    Arbitrary<Boolean> choice = Arbitraries.of(false, true);
    Arbitrary<Action> action =
        Arbitraries.frequencyOf(
            Tuple.of(4, Combinators.combine(place, choice, choice).as(Spawn::new)),
            Tuple.of(6, Combinators.combine(place, number).as(Send::new)),
            Tuple.of(2, Combinators.combine(place, number.map(n -> -n)).as(SendUrgent::new)),
            Tuple.of(2, Combinators.combine(place, number).as(Ask::new)),
            Tuple.of(1, place.map(Complete::new)),
            Tuple.of(1, place.map(Crash::new)),
            Tuple.of(1, place.map(Kill::new)),
            Tuple.of(1, place.map(Cancel::new)),
            Tuple.of(4, Combinators.combine(place, place).as(Link::new)),
            Tuple.of(1, Combinators.combine(place, place).as(Unlink::new)),
            Tuple.of(3, Combinators.combine(place, place).as(Watch::new)),
            Tuple.of(1, place.map(Register::new)),
            Tuple.of(1, number.map(SendToName::new)));
    return Combinators.combine(Arbitraries.integers().between(1, 4), action.list().ofMaxSize(40))
        .as(ProcessProgram::new);
  }
}
