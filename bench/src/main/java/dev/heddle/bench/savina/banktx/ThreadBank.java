package dev.heddle.bench.savina.banktx;

import dev.heddle.bench.actor.ActorThreads;
import dev.heddle.bench.actor.Drain;
import dev.heddle.bench.savina.banktx.Bank.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** On virtual threads. Receipts come by a queue of their own, so nothing has to be put aside. */
final class ThreadBank {
  private record Transfer(int amount, BlockingQueue<Object> to) {}

  private record Deposit(int amount, BlockingQueue<Signal> from) {}

  private ThreadBank() {}

  static LongSupplier setUp(Bank work) {
    return () -> {
      ActorThreads.startOnce(() -> order(work));
      return work.finish.await();
    };
  }

  private static void order(Bank work) throws InterruptedException {
    BlockingQueue<Signal> receipts = new LinkedBlockingQueue<>();
    List<BlockingQueue<Object>> accounts = new ArrayList<>();
    for (int i = 0; i < work.accounts; i++) {
      int number = i;
      BlockingQueue<Object> inbox = new LinkedBlockingQueue<>();
      accounts.add(inbox);
      ActorThreads.startOnce(() -> keep(work, number, inbox, receipts));
    }
    Bank.Orders orders = work.new Orders();
    while (orders.next()) {
      Transfer transfer = new Transfer(orders.amount(), accounts.get(orders.to()));
      accounts.get(orders.from()).put(transfer);
    }
    Drain<Signal> received = new Drain<>(receipts);
    for (int i = 0; i < work.transfers; i++) {
      received.take();
    }
    for (BlockingQueue<Object> account : accounts) {
      account.put(Signal.STOP);
    }
    work.finish.arrive();
  }

  private static void keep(
      Bank work, int number, BlockingQueue<Object> inbox, BlockingQueue<Signal> teller)
      throws InterruptedException {
    BlockingQueue<Signal> receipts = new ArrayBlockingQueue<>(1);
    long balance = Bank.INITIAL_BALANCE;
    Drain<Object> messages = new Drain<>(inbox);
    for (Object message = messages.take(); message != Signal.STOP; message = messages.take()) {
      if (message instanceof Transfer(int amount, BlockingQueue<Object> to)) {
        balance -= amount;
        to.put(new Deposit(amount, receipts));
        teller.put(receipts.take());
      } else if (message instanceof Deposit(int amount, BlockingQueue<Signal> from)) {
        balance += amount;
        from.put(Signal.RECEIPT);
      }
    }
    work.finish.arrive(Bank.statement(number, balance));
  }
}
