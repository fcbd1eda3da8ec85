package dev.heddle.bench.savina.banktx;

import dev.heddle.Heddle;
import dev.heddle.bench.savina.banktx.Bank.Signal;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** On Heddle. An account puts aside what comes while it waits for a receipt. */
final class ProcessBank {
  private record Transfer(int amount, Pid to) {}

  private record Deposit(int amount, Pid from) {}

  private ProcessBank() {}

  static LongSupplier setUp(Heddle heddle, Bank work) {
    Processes processes = heddle.processes();
    return () -> {
      processes.send(processes.spawn(new Teller(processes, work)), Signal.START);
      return work.finish.await();
    };
  }

  private static final class Teller implements Process {
    private final Processes processes;
    private final Bank work;
    private final Pid[] accounts;
    private int receipts;

    Teller(Processes processes, Bank work) {
      this.processes = processes;
      this.work = work;
      this.accounts = new Pid[work.accounts];
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      for (int i = 0; i < accounts.length; i++) {
        accounts[i] = processes.spawn(new Account(processes, work, context.self(), i));
      }
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() == Signal.START) {
          order();
        } else if (event.data() == Signal.RECEIPT && ++receipts == work.transfers) {
          for (Pid account : accounts) {
            processes.send(account, Signal.STOP);
          }
          out.complete(null);
          work.finish.arrive();
        }
      }
    }

    private void order() {
      Bank.Orders orders = work.new Orders();
      while (orders.next()) {
        Transfer transfer = new Transfer(orders.amount(), accounts[orders.to()]);
        processes.send(accounts[orders.from()], transfer);
      }
    }
  }

  private static final class Account implements Process {
    private final Processes processes;
    private final Bank work;
    private final Pid teller;
    private final int number;
    private final Queue<Object> aside = new ArrayDeque<>();
    private long balance = Bank.INITIAL_BALANCE;
    private boolean waits;

    Account(Processes processes, Bank work, Pid teller, int number) {
      this.processes = processes;
      this.work = work;
      this.teller = teller;
      this.number = number;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        Object message = event.data();
        if (message == Signal.RECEIPT) {
          waits = false;
          processes.send(teller, Signal.RECEIPT);
          while (!waits && !aside.isEmpty()) {
            handle(aside.remove(), out);
          }
        } else if (waits && message != null) {
          aside.add(message);
        } else {
          handle(message, out);
        }
      }
    }

    private void handle(@Nullable Object message, StepOutput out) {
      switch (message) {
        case Transfer(int amount, Pid to) -> {
          balance -= amount;
          waits = true;
          processes.send(to, new Deposit(amount, out.context().self()));
        }
        case Deposit(int amount, Pid from) -> {
          balance += amount;
          processes.send(from, Signal.RECEIPT);
        }
        case Signal _ -> {
          out.complete(null);
          work.finish.arrive(Bank.statement(number, balance));
        }
        case null, default -> {}
      }
    }
  }
}
