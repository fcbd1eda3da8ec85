import dev.heddle.Heddle;
import dev.heddle.process.Cancel;
import dev.heddle.process.Command;
import dev.heddle.process.Completion;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Message;
import dev.heddle.process.Pid;
import dev.heddle.process.Port;
import dev.heddle.process.PortUnused;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.ProcessCounts;
import dev.heddle.process.ProcessOptions;
import dev.heddle.process.StepOutput;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The dining philosophers, as processes.
 *
 * <pre>./heddle run examples/Philosophers.java [MEALS]</pre>
 *
 * Five philosophers sit around a table with a fork between any two. They think, get hungry, need
 * both forks beside them to eat, and put them back. Nobody locks anything: each fork is a process
 * that gives itself to one philosopher at a time. They do not starve each other to death either,
 * because everybody takes the fork with the lower number first; so whoever holds the highest fork
 * that is held waits for nobody.
 *
 * <p>What it shows:
 *
 * <ul>
 *   <li>State machines: a philosopher that thinks or eats has yielded {@link Command#sleep}, and
 *       costs no thread, nor a stack.
 *   <li>Ports: the two neighbours of a fork have a reference each. When both have closed theirs,
 *       the fork is told that it is not needed any more, and ends.
 *   <li>Parents: the table spawns the others, is told what they did, and prints it.
 *   <li>A runtime that closes by itself when its last process has ended.
 * </ul>
 */
final class Philosophers {
  private static final List<String> NAMES =
      List.of("Aristotle", "Diotima", "Hypatia", "Kant", "Spinoza");
  private static final Duration THINKING = Duration.ofMillis(3);
  private static final Duration EATING = Duration.ofMillis(2);

  static void main(String[] arguments) throws InterruptedException {
    int meals = arguments.length == 0 ? 10 : Integer.parseInt(arguments[0]);
    if (meals < 1) {
      System.err.println("usage: Philosophers.java [MEALS], at least 1");
      System.exit(2);
    }
    Heddle heddle = Heddle.builder().closeAfterLastProcess(true).start();
    heddle.processes().spawn(new Table(meals));
    heddle.awaitClosed();

    ProcessCounts counts = heddle.processes().counts();
    System.out.printf(
        "%d processes, %d completed; %d messages, %d of them handled%n",
        counts.spawned(), counts.completed(), counts.sent(), counts.handled());
  }

  // What they say to each other.

  /** To a fork: I need you. */
  private record Take(Pid philosopher) {}

  /** To a fork: I do not need you any more. */
  private record PutBack(Pid philosopher) {}

  /** From a fork. */
  private enum Answer {
    YOU_HAVE_ME
  }

  /** To the table: I have had all my meals. */
  private record Full(String name, int meals) {}

  /** To the table: nobody needs me any more. */
  private record Unused(int fork, int uses) {}

  /** Lays the forks, invites the philosophers, and waits until all of them have gone. */
  private static final class Table implements Process {
    private final int meals;
    private final Map<String, Integer> eaten = new TreeMap<>();
    private final Map<Integer, Integer> used = new TreeMap<>();

    Table(int meals) {
      this.meals = meals;
    }

    @Override
    public void init(ProcessContext context, String method, Object input) {
      int seats = NAMES.size();
      List<Port> forks = new ArrayList<>();
      for (int number = 0; number < seats; number++) {
        Fork fork = new Fork(number);
        context.spawn(fork, ProcessOptions.DEFAULT.withName("fork " + number));
        forks.add(fork.port.retain()); // one reference for each neighbour
      }
      for (int seat = 0; seat < seats; seat++) {
        int next = (seat + 1) % seats;
        Port lower = forks.get(Math.min(seat, next));
        Port higher = forks.get(Math.max(seat, next));
        String name = NAMES.get(seat);
        context.spawn(
            new Philosopher(name, meals, lower, higher), ProcessOptions.DEFAULT.withName(name));
      }
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        switch (event.data()) {
          case Full(String name, int had) -> eaten.put(name, had);
          case Unused(int fork, int uses) -> used.put(fork, uses);
          case null, default -> {}
        }
      }
      if (eaten.size() == NAMES.size() && used.size() == NAMES.size()) {
        System.out.println("meals: " + eaten);
        System.out.println("uses of each fork: " + used);
        out.complete();
      }
    }
  }

  /** Thinks, takes two forks, eats, puts them back, and so on. */
  private static final class Philosopher implements Process {
    private static final int THOUGHT = 1;
    private static final int ATE = 2;

    private final String name;
    private final Port lower;
    private final Port higher;
    private final int meals;
    private int eaten;
    private int inHand;
    private ProcessContext context;

    Philosopher(String name, int meals, Port lower, Port higher) {
      this.name = name;
      this.meals = meals;
      this.lower = lower;
      this.higher = higher;
    }

    @Override
    public void init(ProcessContext given, String method, Object input) {
      context = given;
    }

    @Override
    public void step(Events events, StepOutput out) {
      if (events.isEmpty()) { // the start
        out.yield(THOUGHT, Command.sleep(THINKING));
      }
      for (Event event : events) {
        switch (event) {
          case Completion done when done.tag() == THOUGHT -> lower.send(new Take(context.self()));
          case Message message when message.data() == Answer.YOU_HAVE_ME -> takeOne(out);
          case Completion _ -> riseFromMeal(out);
          case Cancel _ -> out.complete(); // if somebody closes the runtime too early
          default -> {}
        }
      }
    }

    private void takeOne(StepOutput out) {
      inHand++;
      if (inHand == 1) {
        higher.send(new Take(context.self()));
      } else {
        out.yield(ATE, Command.sleep(EATING));
      }
    }

    private void riseFromMeal(StepOutput out) {
      inHand = 0;
      lower.send(new PutBack(context.self()));
      higher.send(new PutBack(context.self()));
      eaten++;
      if (eaten < meals) {
        out.yield(THOUGHT, Command.sleep(THINKING));
      } else {
        context.send(context.parent(), new Full(name, eaten));
        out.complete();
      }
    }

    @Override
    public void close() {
      lower.close();
      higher.close();
    }
  }

  /** Is in one hand at a time, and goes to those who want it in the order of their asking. */
  private static final class Fork implements Process {
    private final int number;
    private final Deque<Pid> waiting = new ArrayDeque<>();
    private Pid holder;
    private int uses;
    private ProcessContext context;

    /** Read by who spawns this; {@code init} has run by then. */
    private Port port;

    Fork(int number) {
      this.number = number;
    }

    @Override
    public void init(ProcessContext given, String method, Object input) {
      context = given;
      port = given.openPort();
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        switch (event) {
          case Message message when message.data() instanceof Take(Pid philosopher) -> {
            waiting.add(philosopher);
            giveToNext();
          }
          case Message message when message.data() instanceof PutBack(Pid philosopher) -> {
            if (!philosopher.equals(holder)) { // ends this fork, and is reported
              throw new IllegalStateException(philosopher + " puts back what it does not hold");
            }
            holder = null;
            giveToNext();
          }
          case PortUnused _ -> {
            context.send(context.parent(), new Unused(number, uses));
            out.complete();
          }
          default -> {}
        }
      }
    }

    private void giveToNext() {
      if (holder == null && !waiting.isEmpty()) {
        holder = waiting.remove();
        uses++;
        context.send(holder, Answer.YOU_HAVE_ME);
      }
    }
  }
}
