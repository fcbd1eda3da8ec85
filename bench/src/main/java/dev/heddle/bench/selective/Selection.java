package dev.heddle.bench.selective;

import dev.heddle.Heddle;
import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;
import dev.heddle.process.Inbox;
import dev.heddle.process.Pid;
import dev.heddle.process.Processes;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A process that waits for numbers only, behind texts that it never asks for; another one sends it
 * a number, and waits for the answer before it sends the next.
 */
final class Selection extends Workload {
  final int refused;
  final int numbers;
  final Finish finish = new Finish();

  Selection(int refused, int numbers) {
    super(numbers, 1);
    this.refused = refused;
    this.numbers = numbers;
  }

  /** On Heddle, as fibers. */
  LongSupplier setUp(Heddle heddle) {
    Processes processes = heddle.processes();
    Pid[] pids = new Pid[2];
    pids[0] = processes.spawn(inbox -> choose(inbox, processes, pids));
    pids[1] = processes.spawn(inbox -> drive(inbox, processes, pids));
    for (int i = 0; i < refused; i++) {
      processes.send(pids[0], "refused");
    }
    return () -> {
      processes.send(pids[1], "begin");
      return finish.await();
    };
  }

  private static @Nullable Object choose(Inbox inbox, Processes processes, Pid[] pids)
      throws InterruptedException {
    while (true) {
      Integer number = inbox.receive(Integer.class); // before it is looked whose answer it is
      processes.send(pids[1], number);
    }
  }

  private @Nullable Object drive(Inbox inbox, Processes processes, Pid[] pids)
      throws InterruptedException {
    while (true) {
      inbox.receive(String.class);
      long sum = 0;
      for (int i = 0; i < numbers; i++) {
        processes.send(pids[0], i);
        sum += inbox.receive(Integer.class);
      }
      finish.arrive(sum);
    }
  }

  @Override
  protected void prepare() {
    finish.expect(1);
  }

  @Override
  protected void check(long result) {
    checkEqual("the sum of the numbers", (long) numbers * (numbers - 1) / 2, result);
  }
}
