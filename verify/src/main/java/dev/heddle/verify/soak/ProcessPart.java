package dev.heddle.verify.soak;

import dev.heddle.process.Command;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Message;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Processes that send to each other, ask, yield commands, link, monitor, set timers, crash, and are
 * killed. Nothing is checked here: the runtime's own accounts have to balance in the end, and every
 * request is answered, by a reply or an error, or runs out of time.
 */
final class ProcessPart implements Part {
  @Override
  public void work(Bed bed, SplittableRandom random) throws Exception {
    Processes processes = bed.heddle.processes();
    List<Pid> crowd = new ArrayList<>();
    while (bed.goesOn()) {
      while (crowd.size() < 40) {
        crowd.add(processes.spawn(new Member(List.copyOf(crowd), random.split())));
      }
      for (int i = 0; i < 200; i++) {
        Pid target = crowd.get(random.nextInt(crowd.size()));
        switch (random.nextInt(20)) {
          case 0 -> processes.kill(target);
          case 1 -> processes.cancel(target);
          case 2 -> ask(processes, target, random);
          case 3 -> processes.sendUrgent(target, random.nextInt(6));
          default -> processes.send(target, random.nextInt(6));
        }
      }
      crowd.removeIf(pid -> !processes.isAlive(pid));
      bed.deeds.add(200);
    }
    for (Pid pid : crowd) {
      processes.stop(pid, Duration.ofSeconds(20));
      SoakFailure.unless(!processes.isAlive(pid), () -> "%s does not stop".formatted(pid));
    }
  }

  private static void ask(Processes processes, Pid target, SplittableRandom random)
      throws InterruptedException {
    try {
      processes.request(target, "hello", Duration.ofNanos(random.nextInt(2_000_000)));
    } catch (TimeoutException | RuntimeException expected) {
      // ended, killed, crashed, or too slow: each is an answer
    }
  }

  private static final class Member implements Process {
    private final List<Pid> others;
    private final SplittableRandom random;
    private @Nullable ProcessContext context;

    Member(List<Pid> others, SplittableRandom random) {
      this.others = others;
      this.random = random;
    }

    @Override
    public void init(ProcessContext given, String method, @Nullable Object input) {
      context = given;
      given.trapExits(random.nextBoolean());
    }

    @Override
    public void step(Events events, StepOutput out) throws Exception {
      for (Event event : events) {
        if (event instanceof Message message) {
          if (message.expectsReply()) {
            message.reply("hello yourself");
          } else {
            react(out);
          }
        } else if (event instanceof dev.heddle.process.Cancel) {
          out.complete(null);
          return;
        }
      }
    }

    private void react(StepOutput out) throws Exception {
      ProcessContext me = context;
      if (me == null || others.isEmpty()) {
        return;
      }
      Pid other = others.get(random.nextInt(others.size()));
      switch (random.nextInt(40)) {
        case 0 -> Bed.throwSomething(random);
        case 1 -> me.link(other);
        case 2 -> me.monitor(other);
        case 3 -> out.yield(random.nextInt(1_000_000), Command.sleep(Duration.ofNanos(50_000)));
        case 4 -> me.sendAfter(Duration.ofNanos(random.nextInt(1_000_000)), other, 1);
        case 5 -> me.join("all");
        case 6 -> me.processes().publish("all", 2);
        case 7, 8, 9, 10, 11, 12 -> me.send(other, random.nextInt(6));
        default -> {}
      }
    }
  }
}
