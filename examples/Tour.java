import static dev.heddle.metrics.Rule.AFFINITY;
import static dev.heddle.metrics.Rule.BYPASS;
import static dev.heddle.metrics.Rule.LOCAL;
import static dev.heddle.metrics.Rule.READY;
import static dev.heddle.metrics.Rule.SHARED;
import static dev.heddle.metrics.Rule.STOLEN;
import static dev.heddle.metrics.Rule.SUCCESSOR;

import dev.heddle.Heddle;
import dev.heddle.fiber.Channel;
import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Select;
import dev.heddle.fiber.Signal;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.FiberState;
import dev.heddle.metrics.Rule;
import dev.heddle.metrics.RuntimeMetrics;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.process.Command;
import dev.heddle.process.Completion;
import dev.heddle.process.DeadLetter;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Exit;
import dev.heddle.process.Message;
import dev.heddle.process.Pid;
import dev.heddle.process.Port;
import dev.heddle.process.PortUnused;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.Processes;
import dev.heddle.process.Registration;
import dev.heddle.process.StepOutput;
import dev.heddle.sim.Simulation;
import dev.heddle.task.Affinity;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A guided tour of Heddle. Read it from top to bottom, and run it:
 *
 * <pre>./heddle run examples/Tour.java</pre>
 *
 * Each step prints what it does and by which rules the workers chose what they ran, which is the
 * difference that the step made to {@link Heddle#metrics()}. A step that does not go as it says
 * ends the tour with an exception.
 */
final class Tour {

  static void main() throws Exception {
    // Two workers are enough to show everything, however many processors there are.
    try (Heddle heddle = Heddle.builder().workers(2).name("tour").start()) {
      System.out.printf("A tour of Heddle, on Java %d%n", Runtime.version().feature());
      System.out.println(heddle);
      tour(heddle);
    }
  }

  /** Each step, and the rules that it shows. */
  private static void tour(Heddle heddle) throws Exception {
    boolean virtual = heddle.engine() == Engine.VIRTUAL;
    // In a simulation a thief may be lucky, and take all that is ready.
    Set<Rule> ready = Simulation.isRunning() ? Set.of() : Set.of(READY);
    step(heddle, "Work from outside", Set.of(SHARED), () -> workFromOutside(heddle));
    step(heddle, "Fork and join, with tasks of one's own", Set.of(LOCAL), () -> forkJoin(heddle));
    step(heddle, "A scope of lambdas", Set.of(LOCAL), () -> scopeOfLambdas(heddle));
    step(heddle, "Waiting", virtual ? ready : Set.of(), () -> waiting(heddle));
    step(heddle, "A worker of one's choice", Set.of(AFFINITY), () -> affinity(heddle));
    step(heddle, "A thief", Set.of(STOLEN), () -> stealing(heddle));
    step(heddle, "A fiber, and what it does", Set.of(SHARED), () -> watchedFiber(heddle));
    step(heddle, "From fiber to fiber", ready, () -> handingOver(heddle));
    step(heddle, "Whatever comes first", Set.of(SHARED), () -> selecting(heddle));
    if (!Simulation.isRunning()) { // where all threads are virtual, and none can be bound
      step(heddle, "This thread as a worker", Set.of(AFFINITY), () -> bound(heddle));
    }
    step(heddle, "A process, and its mailbox", Set.of(SHARED), () -> mailbox(heddle));
    step(heddle, "From process to process", Set.of(BYPASS), () -> ports(heddle));

    // With one worker and no spare ones, who runs next is no question of timing.
    try (Heddle one = Heddle.builder().workers(1).spareWorkers(0).name("one").start()) {
      Set<Rule> allButStolen = EnumSet.range(BYPASS, SHARED);
      step(one, "The rules, in their order", allButStolen, () -> rulesInOrder(one));
      step(one, "A failure, and its siblings", Set.of(LOCAL), () -> failedSibling(one));
    }

    step(heddle, "A failure, and its two stacks", Set.of(SHARED), () -> bothStacks(heddle));
    step(heddle, "Cancelling", Set.of(SHARED), () -> cancelling(heddle));
    closing(heddle);
  }

  // ---- 1. A thread that is no worker gives work to the runtime.

  private static void workFromOutside(Heddle heddle) {
    // invoke waits for the result. The main thread is no worker: its work goes through the shared
    // queue, where it is taken in about the order of arrival (rule SHARED).
    int answer = heddle.invoke(() -> 6 * 7);
    say("invoke(() -> 6 * 7) returned %d", answer);

    // submit does not wait; join does. A worker that comes to the shared queue brings a few more
    // items over to its own deque, so some of these may be LOCAL or STOLEN.
    List<Job<Integer>> jobs = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      int n = i;
      jobs.add(heddle.submit(() -> n * n));
    }
    say("four jobs submitted, and joined: %s", jobs.stream().map(Job::join).toList());
  }

  // ---- 2. A problem that divides itself.

  /** The fastest form of a task: an object of one's own, with the result in a field. */
  private static final class Fib extends Task {
    private final int n;
    private int result;

    Fib(int n) {
      this.n = n;
    }

    @Override
    protected Task execute() {
      if (n < 2) {
        result = n;
        return null;
      }
      Fib left = new Fib(n - 1);
      left.spawn(); // may run anywhere from now on
      Fib right = new Fib(n - 2);
      right.execute(); // meanwhile, here
      left.join(); // taken back and run here, unless somebody has stolen it
      result = left.result + right.result;
      return null;
    }
  }

  private static void forkJoin(Heddle heddle) {
    Fib fib = new Fib(20);
    long start = System.nanoTime();
    heddle.invoke(fib);
    say(
        "fib(20) = %d, with a task for each of its 10945 additions, in %s",
        fib.result, since(start));
    say("a child that its parent's join takes back, and runs in place, counts as LOCAL");
    check(fib.result == 6765, "fib(20) is 6765");
  }

  // ---- 3. The comfortable form: lambdas, results, and a block that nothing outlives.

  private static void scopeOfLambdas(Heddle heddle) {
    long sum = heddle.invoke(() -> sumOfSquares(1, 10_000));
    say("the squares from 1 to 10000 add up to %d", sum);
    check(sum == 333_383_335_000L, "n (n + 1) (2 n + 1) / 6");
  }

  private static long sumOfSquares(int from, int to) {
    if (to - from < 500) {
      long sum = 0;
      for (long i = from; i <= to; i++) {
        sum += i * i;
      }
      return sum;
    }
    int middle = (from + to) >>> 1;
    try (Scope scope = Scope.open()) {
      Job<Long> left = scope.spawn(() -> sumOfSquares(from, middle));
      long right = sumOfSquares(middle + 1, to); // one half here, rather than wait for both
      return left.join() + right;
    } // whatever has not ended yet would be waited for here
  }

  // ---- 4. A task that blocks leaves its worker to others.

  private static void waiting(Heddle heddle) {
    // Without the JVM flag a sleep holds its worker, so let there be fewer then.
    int sleepers = heddle.engine() == Engine.VIRTUAL ? 1000 : 10;
    int peak = 0;
    long start = System.nanoTime();
    try (Scope scope = heddle.scope()) {
      for (int i = 0; i < sleepers; i++) {
        scope.spawn(() -> sleep(Duration.ofMillis(100)));
      }
      while (!scope.joinFor(Duration.ofMillis(5))) {
        peak = Math.max(peak, heddle.metrics().busyRunners());
      }
    }
    say("%d tasks slept for 100 ms each, on 2 workers, in %s", sleepers, since(start));
    say("up to %d were under way at once, each with a stack of its own", peak);
    if (heddle.engine() == Engine.PLATFORM) {
      say("(without %s a sleep holds its worker)", "--add-opens java.base/java.lang=ALL-UNNAMED");
    }
  }

  // ---- 5. Some data wants to stay with one core.

  private static void affinity(Heddle heddle) {
    try (Scope scope = heddle.scope()) {
      // worker(1) would ask that worker first, and replay() the one that ran it last time; both let
      // an idle worker take it. boundTo(1) does not.
      Job<Integer> here = scope.spawn(Affinity.boundTo(1), Heddle::currentWorker);
      say("bound to worker 1, it ran on worker %d", here.join());
      check(here.join() == 1, "a bound task runs on its worker");
    }
  }

  // ---- 6. What one worker has no time for, another one takes.

  private static void stealing(Heddle heddle) {
    int[] workers = new int[2];
    heddle.invoke(
        () -> {
          workers[0] = Heddle.currentWorker();
          Task child = Task.of(() -> workers[1] = Heddle.currentWorker());
          child.spawn();
          while (!child.isDone()) {
            Thread.onSpinWait(); // busy, not waiting: this worker does not get to the child
            Simulation.spend(Duration.ofNanos(100)); // as it is in a simulation, too
          }
          return null;
        });
    say("worker %d was busy, so worker %d stole what it had spawned", workers[0], workers[1]);
    check(workers[0] != workers[1], "a busy worker's task is run by another one");
  }

  // ---- 7. A fiber has a thread of its own, with a name, and a state that can be watched.

  private static void watchedFiber(Heddle heddle) throws InterruptedException {
    Signal wakeUp = Signal.manual();
    Fiber<String> fiber =
        heddle.fiber(
            "sleeper",
            () -> {
              wakeUp.await(); // without limit: only the fiber waits, not the worker
              try {
                Fiber.sleep(Duration.ofHours(1));
                return "slept on";
              } catch (InterruptedException e) {
                return "woken in " + Thread.currentThread().getName();
              }
            });
    awaitState(fiber, FiberState.YIELDED);
    say("%s is %s, and waits for %s", fiber, fiber.state(), fiber.waitsFor());
    say("meanwhile the workers go on: 6 * 7 is %d", heddle.invoke(() -> 6 * 7));
    wakeUp.signal();
    awaitState(fiber, FiberState.WAITING);
    say("then it is %s: it sleeps, and Heddle keeps the time", FiberState.WAITING);
    fiber.interrupt();
    String result = fiber.join();
    say("interrupted, it was %s, and is %s", result, fiber.state());
    check(result.equals("woken in sleeper"), "an interrupt ends a sleep, on a thread of its name");
    check(fiber.state() == FiberState.ENDED, "a fiber that was joined has ended");
  }

  /** Waits until somebody who looks again and again finds {@code fiber} so. */
  private static void awaitState(Fiber<?> fiber, FiberState state) throws InterruptedException {
    for (int looks = 0; fiber.state() != state; looks++) {
      check(looks < 10_000 && !fiber.isDone(), "the fiber comes to be " + state);
      Fiber.sleep(Duration.ofMillis(1));
    }
  }

  // ---- 8. Two fibers hand over through a channel without a buffer.

  private static void handingOver(Heddle heddle) {
    Channel<Integer> channel = Channel.rendezvous();
    Fiber<?> sender =
        heddle.fiber(
            () -> {
              for (int i = 1; i <= 1000; i++) {
                channel.send(i); // until a receiver has it
              }
              channel.close();
            });
    Fiber<Integer> receiver =
        heddle.fiber(
            () -> {
              int[] sum = {0};
              channel.forEach(i -> sum[0] += i); // until the channel is closed
              return sum[0];
            });
    say("1 to 1000, received one by one, add up to %d", receiver.join());
    sender.join();
    say("a fiber whose partner has come is ready, and goes before what is new (rule READY)");
    check(receiver.join() == 500_500, "every number arrives once");
  }

  // ---- 9. A fiber waits for the first of several, but not for ever.

  private static void selecting(Heddle heddle) {
    Channel<String> slow = Channel.rendezvous();
    Channel<String> quick = Channel.buffered(1);
    List<String> got = Collections.synchronizedList(new ArrayList<>());
    Fiber<Boolean> fiber =
        heddle.fiber(
            () -> {
              Select select = Select.on().receive(slow, got::add).receive(quick, got::add);
              select.await(); // without limit
              return select.within(Duration.ofMillis(50)); // nobody sends a second one
            });
    quick.trySend("the quick one");
    boolean second = fiber.join();
    say("the first was %s; within 50 ms there was %s second", got, second ? "a" : "no");
    check(!second && got.equals(List.of("the quick one")), "one comes, and then the time is up");
  }

  // ---- 10. A thread that is no worker can become one, for itself.

  private static void bound(Heddle heddle) {
    heddle.bind(); // until unbind() it plays a worker, while it waits
    try {
      List<Integer> workers = new ArrayList<>(); // needs no lock: all on one worker
      for (int i = 0; i < 3; i++) {
        Job<?> _ = heddle.sameThread(() -> workers.add(Heddle.currentWorker()));
      }
      check(workers.isEmpty(), "a bound thread runs nothing while it does something else");
      int last = heddle.sameThread(Heddle::currentWorker).join(); // waits, and so it works
      say("this thread is worker %d now, and ran its own work: %s", last, workers);
      check(workers.equals(List.of(last, last, last)), "it runs on the caller's worker");
    } finally {
      heddle.unbind(); // would run what is left
    }
  }

  // ---- 11. A process has a mailbox and a state of its own, and no thread while it waits.

  /** Adds up the numbers that it is sent, until it is told that they are enough. */
  private static final class Adder implements Process {
    private int sum;

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        switch (event) {
          case Message message when message.data() instanceof Integer n -> sum += n;
          case Message _ -> out.yield(1, Command.task(() -> Math.sqrt(sum))); // goes on meanwhile
          case Completion root -> out.complete("%d, its root %s".formatted(sum, root.data()));
          default -> {}
        }
      } // and now it waits: for messages, or for the command
    }
  }

  private static void mailbox(Heddle heddle) throws InterruptedException {
    Processes processes = heddle.processes();
    List<DeadLetter> dead = Collections.synchronizedList(new ArrayList<>());
    try (Registration _ = processes.onDeadLetter(dead::add)) {
      Pid adder = processes.spawn(new Adder());
      for (int i = 1; i <= 49; i += 2) {
        processes.send(adder, i);
      }
      processes.send(adder, "enough");
      Exit exit = processes.awaitExit(adder);
      say("sent 1, 3, .. 49, the process %s has ended: %s", adder, exit);
      check(exit.equals(new Exit.Completed("625, its root 25.0")), "the messages are added up");
      processes.send(adder, 51);
      say("what comes too late is not lost silently: %s", dead.getFirst().reason());
      check(dead.size() == 1 && dead.getFirst().target().equals(adder), "it is a dead letter");
    }
  }

  // ---- 12. Two processes send through ports, and hand the worker over to each other.

  /** Sends each number that it gets on to the other player, less by one, down to 0. */
  private static final class Player implements Process {
    private Port own;
    private Port other;

    @Override
    public void init(ProcessContext context, String method, Object input) {
      own = context.openPort(); // one reference, for whoever it is given to
      other = (Port) input;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        switch (event) {
          case Message message when message.data() instanceof Port port -> other = port;
          case Message message when message.data().equals(0) -> out.complete();
          case Message message -> other.send((Integer) message.data() - 1);
          case PortUnused _ -> out.complete(); // the other has ended, and so closed its port
          default -> {}
        }
      }
    }

    @Override
    public void close() {
      other.close();
    }
  }

  private static void ports(Heddle heddle) throws InterruptedException {
    Processes processes = heddle.processes();
    long before = processes.counts().handOvers();
    Player white = new Player();
    Pid first = processes.spawn(white);
    Player black = new Player();
    Pid second = processes.spawn(black, Process.MAIN, white.own);
    processes.send(first, black.own); // a port is an object: it can be sent, too
    processes.send(first, 10_000);
    Exit exit = processes.awaitExit(first);
    check(exit.equals(processes.awaitExit(second)), "both end, and as they should");
    long handOvers = processes.counts().handOvers() - before;
    say("10000 messages went to and fro; %d times the worker went along", handOvers);
    say("that is rule BYPASS; after 16 in a row the queues have their turn");
    check(processes.counts().balance(), "every message was handled, or is a dead letter");
  }

  // ---- 13. All rules but STOLEN apply at once. Which comes first?

  private static void rulesInOrder(Heddle one) {
    List<Rule> order = Collections.synchronizedList(new ArrayList<>());
    Task returned = Task.of(() -> order.add(BYPASS));
    Task successor = Task.of(() -> order.add(SUCCESSOR));
    Task spawned = Task.of(() -> order.add(LOCAL));
    Task bound = Task.of(() -> order.add(AFFINITY)).affinity(Affinity.boundTo(0));
    Task enqueued = Task.of(() -> order.add(SHARED));

    // When this task ends, six others can run.
    Task first =
        new Task() {
          @Override
          protected Task execute() {
            one.enqueue(enqueued); // into the shared queue
            bound.spawn(); // into the worker's mailbox
            spawned.spawn(); // into the worker's own deque
            return returned; // at once
          }
        };
    Job<?> joiner =
        one.submit(
            () -> {
              successor.after(first).spawn(); // waits until first is done
              one.enqueue(first);
              first.join(); // this fiber waits too, and is ready when first is done
              order.add(READY);
            });
    joiner.join();
    List.of(returned, successor, spawned, bound, enqueued).forEach(Task::join);

    say("one task ended, and left something to do for each rule; its only worker took");
    Map<Rule, String> what = new EnumMap<>(Rule.class);
    what.put(BYPASS, "the task that it returned");
    what.put(SUCCESSOR, "the task that comes after it");
    what.put(READY, "the fiber that waited for it");
    what.put(LOCAL, "the task that it spawned");
    what.put(AFFINITY, "the task that it bound to this worker");
    what.put(SHARED, "the task that it enqueued");
    order.forEach(rule -> say("  %-9s  %s", rule, what.get(rule)));
    List<Rule> expected = List.of(BYPASS, SUCCESSOR, READY, LOCAL, AFFINITY, SHARED);
    boolean inOrder = order.equals(expected);
    if (!inOrder) {
      say(
          "(one came out of its place: every 61st choice asks further down, in turn, to let"
              + " nothing");
      say(" starve; and a fiber that has only just begun to wait is ready a moment later)");
    }
    check(
        inOrder
            || Stream.of(READY, LOCAL, AFFINITY, SHARED)
                .anyMatch(moved -> without(moved, order).equals(without(moved, expected))),
        "the order of the rules, not " + order);
  }

  private static List<Rule> without(Rule one, List<Rule> rules) {
    return rules.stream().filter(rule -> rule != one).toList();
  }

  // ---- 14. The first failure in a scope cancels what has not started.

  private static void failedSibling(Heddle one) {
    AtomicInteger started = new AtomicInteger();
    try {
      one.invoke(
          () -> {
            try (Scope scope = Scope.open()) {
              for (int i = 0; i < 3; i++) {
                scope.spawn(started::incrementAndGet);
              }
              scope.spawn(() -> divide(1, 0)); // the newest, so the first to run here
            }
            return null;
          });
      throw new AssertionError("the scope hid a failure");
    } catch (ArithmeticException e) {
      say("the scope threw %s", e);
      say("of its three siblings, %d had been started", started.get());
    }
    check(started.get() == 0, "a failure cancels what has not started");
  }

  // ---- 15. A failure arrives where it is waited for: the very object, with both stacks.

  private static int divide(int dividend, int divisor) {
    return dividend / divisor;
  }

  private static void bothStacks(Heddle heddle) {
    Job<Integer> job = heddle.submit(() -> divide(1, 0));
    try {
      job.join();
      throw new AssertionError("the job hid its failure");
    } catch (ArithmeticException e) {
      say("join threw %s", e);
      say("  it happened in     %s", ownFrames(e));
      say("  and was joined in  %s", ownFrames(e.getSuppressed()[0]));
    }
  }

  private static String ownFrames(Throwable e) {
    return Arrays.stream(e.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith("Tour"))
        .limit(2)
        .map(frame -> "%s (line %d)".formatted(frame.getMethodName(), frame.getLineNumber()))
        .collect(Collectors.joining(" < "));
  }

  // ---- 16. Cancelling: what has not started never does, what runs is interrupted.

  private static void cancelling(Heddle heddle) throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    Job<String> job =
        heddle.submit(
            () -> {
              running.countDown();
              sleep(Duration.ofHours(1));
              return "rested";
            });
    running.await();
    long start = System.nanoTime();
    job.cancel();
    try {
      say("join returned %s", job.join());
      throw new AssertionError("the job did not notice that it was cancelled");
    } catch (CancellationException e) {
      say("a job that sleeps for an hour was cancelled; it ended within %s", since(start));
      say("  because of %s", e.getCause());
    }
  }

  // ---- 17. The end is orderly: what was accepted is done, what comes late is refused.

  private static void closing(Heddle heddle) {
    title("The end");
    AtomicInteger done = new AtomicInteger();
    for (int i = 0; i < 5; i++) {
      heddle.enqueue(
          () -> {
            sleep(Duration.ofMillis(20));
            done.incrementAndGet();
          });
    }
    // close() does the same with the builder's timeout, and logs what did not end.
    ShutdownReport report = heddle.shutdown(Duration.ofSeconds(10));
    say("%d of 5 tasks that were under way are done", done.get());
    say("%s", report);
    check(report.orderly() && done.get() == 5, "everything that was accepted is done");
    try {
      heddle.submit(() -> "too late");
      throw new AssertionError("a closed runtime took work");
    } catch (RejectedExecutionException e) {
      say("after that: %s", e.getMessage());
    }
    RuntimeMetrics all = heddle.metrics();
    say("all in all, its workers chose by %s", show(chosen(all)));
  }

  // ---- The guide: prints, and counts what the rules chose.

  private static int steps;

  private interface Step {
    void run() throws Exception;
  }

  private static void step(Heddle heddle, String title, Set<Rule> shown, Step step)
      throws Exception {
    title(title);
    Map<Rule, Long> before = chosen(heddle.metrics());
    step.run();
    Map<Rule, Long> now = chosen(heddle.metrics());
    now.replaceAll((rule, count) -> count - before.get(rule));
    say("chosen by %s", show(now));
    for (Rule rule : shown) {
      check(now.get(rule) > 0, "something was chosen by " + rule);
    }
  }

  private static Map<Rule, Long> chosen(RuntimeMetrics metrics) {
    Map<Rule, Long> counts = new EnumMap<>(Rule.class);
    for (Rule rule : Rule.values()) {
      counts.put(rule, metrics.chosen(rule));
    }
    return counts;
  }

  private static String show(Map<Rule, Long> counts) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() != 0)
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  private static void title(String title) {
    System.out.printf("%n%2d  %s%n", ++steps, title);
  }

  private static void say(String format, Object... arguments) {
    System.out.println("    " + format.formatted(arguments));
  }

  /**
   * Blocks as any Java does, and costs no worker. In a simulation (./heddle sim), which has a time
   * of its own, by Heddle's sleep: the JDK's goes by the clock on the wall.
   */
  private static void sleep(Duration time) throws InterruptedException {
    if (Simulation.isRunning()) {
      Fiber.sleep(time);
    } else {
      Thread.sleep(time);
    }
  }

  private static String since(long start) {
    return "%.1f ms".formatted((System.nanoTime() - start) / 1e6);
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError("should hold: " + what);
    }
  }
}
