package dev.heddle.bench.savina.banktx;

import dev.heddle.bench.savina.banktx.Bank.Signal;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/**
 * On Pekko. An account puts aside what comes while it waits for a receipt, in a queue of its own: a
 * stash would be put back into the mailbox as a whole after each receipt. So a deposit has to say
 * whom it is from.
 */
final class PekkoBank {
  private record Transfer(int amount, ActorRef to) {}

  private record Deposit(int amount, ActorRef from) {}

  private PekkoBank() {}

  static LongSupplier setUp(ActorSystem system, Bank work) {
    List<Props> accounts =
        IntStream.range(0, work.accounts)
            .mapToObj(number -> Props.create(Account.class, () -> new Account(work, number)))
            .toList();
    Props tellers = Props.create(Teller.class, () -> new Teller(work, accounts));
    return () -> {
      ActorRef teller = system.actorOf(tellers);
      teller.tell(Signal.START, ActorRef.noSender());
      long result = work.finish.await();
      system.stop(teller);
      return result;
    };
  }

  private static final class Teller extends UntypedAbstractActor {
    private final Bank work;
    private final ActorRef[] accounts;
    private int receipts;

    Teller(Bank work, List<Props> props) {
      this.work = work;
      this.accounts = props.stream().map(getContext()::actorOf).toArray(ActorRef[]::new);
    }

    @Override
    public void onReceive(Object message) {
      if (message == Signal.START) {
        order();
      } else if (message == Signal.RECEIPT && ++receipts == work.transfers) {
        for (ActorRef account : accounts) {
          account.tell(Signal.STOP, ActorRef.noSender());
        }
        work.finish.arrive();
      }
    }

    private void order() {
      Bank.Orders orders = work.new Orders();
      while (orders.next()) {
        Transfer transfer = new Transfer(orders.amount(), accounts[orders.to()]);
        accounts[orders.from()].tell(transfer, ActorRef.noSender());
      }
    }
  }

  private static final class Account extends UntypedAbstractActor {
    private final Bank work;
    private final ActorRef teller = getContext().getParent();
    private final int number;
    private final Queue<Object> aside = new ArrayDeque<>();
    private long balance = Bank.INITIAL_BALANCE;
    private boolean waits;

    Account(Bank work, int number) {
      this.work = work;
      this.number = number;
    }

    @Override
    public void onReceive(Object message) {
      if (message == Signal.RECEIPT) {
        waits = false;
        teller.tell(Signal.RECEIPT, ActorRef.noSender());
        while (!waits && !aside.isEmpty()) {
          handle(aside.remove());
        }
      } else if (waits) {
        aside.add(message);
      } else {
        handle(message);
      }
    }

    private void handle(Object message) {
      switch (message) {
        case Transfer(int amount, ActorRef to) -> {
          balance -= amount;
          waits = true;
          to.tell(new Deposit(amount, getSelf()), ActorRef.noSender());
        }
        case Deposit(int amount, ActorRef from) -> {
          balance += amount;
          from.tell(Signal.RECEIPT, ActorRef.noSender());
        }
        default -> {
          getContext().stop(getSelf());
          work.finish.arrive(Bank.statement(number, balance));
        }
      }
    }
  }
}
