package dev.heddle.bench.savina.banktx;

import dev.heddle.bench.savina.banktx.Bank.Signal;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongSupplier;
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
    Props tellers = Props.create(Teller.class, () -> new Teller(work));
    return () -> {
      system.actorOf(tellers).tell(Signal.START, ActorRef.noSender());
      return work.finish.await();
    };
  }

  private static final class Teller extends UntypedAbstractActor {
    private final Bank work;
    private final ActorRef[] accounts;
    private int receipts;

    Teller(Bank work) {
      this.work = work;
      this.accounts = new ActorRef[work.accounts];
      ActorRef self = getSelf();
      for (int i = 0; i < accounts.length; i++) {
        int number = i;
        accounts[i] =
            getContext()
                .getSystem()
                .actorOf(Props.create(Account.class, () -> new Account(work, self, number)));
      }
    }

    @Override
    public void onReceive(Object message) {
      if (message == Signal.START) {
        order();
      } else if (message == Signal.RECEIPT && ++receipts == work.transfers) {
        for (ActorRef account : accounts) {
          account.tell(Signal.STOP, ActorRef.noSender());
        }
        getContext().stop(getSelf());
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
    private final ActorRef teller;
    private final int number;
    private final Queue<Object> aside = new ArrayDeque<>();
    private long balance = Bank.INITIAL_BALANCE;
    private boolean waits;

    Account(Bank work, ActorRef teller, int number) {
      this.work = work;
      this.teller = teller;
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
