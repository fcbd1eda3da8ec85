package dev.heddle.process;

import dev.heddle.process.Letters.Letter;
import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A process that does at random what processes can do, and watches that it is treated as promised:
 * one call at a time, each seeing what the ones before have written, and {@code close} once.
 */
final class CrowdMember implements Process {
  /** Thrown by steps and bodies on purpose. */
  static final class Crash extends Exception {
    private static final long serialVersionUID = 1;

    Crash() {
      super("on purpose", null, false, false);
    }
  }

  /** A command that nobody handles. */
  private record Unknown() {}

  private static final int ACTIONS = 3;

  private final ProcessCrowd crowd;
  private final int number;
  private final SplittableRandom random;
  private final Letters.Sender sender;
  private final Letters.Reader reader;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final AtomicInteger calls = new AtomicInteger();
  private int callsSeen; // plain: a call has to see what the ones before have written
  private long tags;
  private long underWay;
  private @Nullable ProcessContext context;
  final AtomicInteger inits = new AtomicInteger();
  final AtomicInteger closes = new AtomicInteger();

  CrowdMember(ProcessCrowd crowd, int number, SplittableRandom random) {
    this.crowd = crowd;
    this.number = number;
    this.random = random;
    this.sender = crowd.letters.new Sender();
    this.reader = crowd.letters.new Reader();
  }

  private void enter() {
    if (!busy.compareAndSet(false, true)) {
      crowd.fail(new AssertionError("two calls at once of member " + number));
    }
    if (callsSeen++ != calls.getAndIncrement()) {
      crowd.fail(new AssertionError("a call of member " + number + " has not seen an earlier one"));
    }
  }

  private void exit() {
    busy.set(false);
  }

  @Override
  public void init(ProcessContext context, String method, @Nullable Object input) throws Exception {
    enter();
    try {
      inits.incrementAndGet();
      this.context = context;
      if (random.nextInt(40) == 0) {
        throw new Crash();
      }
      if (random.nextInt(4) != 0) {
        crowd.publish(context.self(), number);
      }
      if (random.nextBoolean()) {
        crowd.publish(context.openPort(), number);
      }
    } finally {
      exit();
    }
  }

  @Override
  public void step(Events events, StepOutput out) throws Exception {
    enter();
    try {
      crowd.progress();
      boolean cancelled = false;
      for (Event event : events) { // all of them are handled, whatever comes then
        if (event.data() instanceof Letter letter && event instanceof Message) {
          reader.read(letter);
        }
      }
      for (Event event : events) {
        switch (event) {
          case Message message -> answer(message);
          case Completion _ -> underWay--;
          case Cancel _ -> cancelled = true;
          default -> crowd.progress();
        }
      }
      if (cancelled && random.nextInt(4) != 0) {
        out.complete();
        return;
      }
      for (int i = random.nextInt(ACTIONS); i > 0; i--) {
        act(out);
      }
      if (underWay > 0 && random.nextInt(4) == 0) {
        out.blocked();
      }
    } finally {
      exit();
    }
  }

  private void answer(Message message) {
    if (message.expectsReply() && random.nextInt(4) != 0) {
      message.reply("an answer");
    }
  }

  private void act(StepOutput out) throws Exception {
    if (crowd.letters.areAllWritten()) {
      return;
    }
    ProcessContext here = Objects.requireNonNull(context);
    switch (random.nextInt(28)) {
      case 0, 1, 2, 3 -> crowd.send(sender, random, number);
      case 4, 5, 6, 7, 8 -> crowd.sendThroughPort(sender, random, number);
      case 9, 10 -> yieldTo(out, Command.sleep(Duration.ofNanos(random.nextInt(300_000))));
      case 11, 12 -> yieldTo(out, Command.task(body(random.split())));
      case 13, 14 -> yieldTo(out, Command.fiber(blockingBody(random.split())));
      case 15, 16 -> ask(out);
      case 17 -> {
        CrowdMember child = crowd.newMember(random.split());
        yieldTo(out, Command.spawn(child, ProcessCrowd.optionsOf(child.number)));
      }
      case 18 -> crowd.spawn(here::spawn, random.split());
      case 19 -> crowd.publish(here.openPort(), number);
      case 20 -> crowd.kill(random);
      case 21 -> yieldTo(out, new Unknown());
      case 22 -> out.again();
      case 23 -> crowd.sendUrgently(random);
      case 24, 25 -> crowd.tie(here, random);
      case 26 -> crowd.spawnFiber(here::spawn, random.split());
      default -> end(out);
    }
  }

  private void yieldTo(StepOutput out, Object command) {
    underWay++;
    out.yield(tags++, command);
  }

  private void ask(StepOutput out) {
    ProcessCrowd.Address target = crowd.address(random);
    if (target == null || ProcessCrowd.mayWait(target.number())) {
      return;
    }
    // Sent after the step, so not in the order of this sender.
    Letter letter = crowd.letters.new Sender().write();
    if (letter != null) {
      Duration timeout = Duration.ofMillis(random.nextInt(20));
      yieldTo(out, Command.ask(target.pid(), letter, timeout));
    }
  }

  private void end(StepOutput out) throws Exception {
    switch (random.nextInt(6)) {
      case 0 -> out.complete("done");
      case 1 -> out.fail(new Crash());
      case 2 -> throw new Crash();
      default -> {}
    }
  }

  /** A letter, or a failure, from a task. */
  private Callable<@Nullable Object> body(SplittableRandom own) {
    return () -> {
      crowd.send(crowd.letters.new Sender(), own, number);
      if (own.nextInt(4) == 0) {
        throw new Crash();
      }
      return null;
    };
  }

  /** A letter from a fiber, which may wait before and meanwhile. */
  private Callable<@Nullable Object> blockingBody(SplittableRandom own) {
    return () -> {
      LockSupport.parkNanos(own.nextInt(200_000));
      crowd.send(crowd.letters.new Sender(), own, Integer.MAX_VALUE);
      if (own.nextInt(8) == 0) {
        throw new Crash();
      }
      return null;
    };
  }

  @Override
  public void close() {
    enter();
    closes.incrementAndGet();
    if (random.nextInt(4) == 0) {
      crowd.send(sender, random, 0);
    }
    exit();
  }
}
