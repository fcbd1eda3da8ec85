import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.process.Behaviour;
import dev.heddle.process.BehaviourContext;
import dev.heddle.process.Command;
import dev.heddle.process.CommandException;
import dev.heddle.process.Completion;
import dev.heddle.process.Message;
import dev.heddle.process.Pid;
import dev.heddle.process.Processes;
import dev.heddle.sim.Simulation;
import dev.heddle.supervisor.ChildSpec;
import dev.heddle.supervisor.ChildStatus;
import dev.heddle.supervisor.Supervisor;
import dev.heddle.supervisor.SupervisorHandle;
import dev.heddle.supervisor.SupervisorSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A bank whose accounts crash, and that loses no money.
 *
 * <pre>./heddle run examples/Bank.java [SEED [TRANSFERS]]</pre>
 *
 * Customers transfer money to each other. Each talks to the process of its account, which crashes
 * now and then: before the transfer is booked, or, worse, after it and before the customer has
 * heard of it. A supervisor starts it again. At the end there is as much money as in the beginning,
 * each transfer was decided once, and all accounts know what they have.
 *
 * <p>What makes it so:
 *
 * <ul>
 *   <li>What must not be lost has one small owner, the ledger, which does nothing that could fail.
 *       (In a real bank it would write to a disk before it replies.) Accounts hold copies only,
 *       which they are told again after a crash.
 *   <li>The ledger books both sides of a transfer in one step. There is no moment at which money is
 *       on its way.
 *   <li>A transfer has a number, and is booked once however often it is asked for. So a customer
 *       who does not know whether it was just asks again.
 *   <li>The supervisor above both restarts the accounts if the ledger has to be restarted, but not
 *       the other way round: rest-for-one.
 * </ul>
 */
final class Bank {
  private static final List<String> CUSTOMERS = List.of("Ada", "Bob", "Eve", "Kim");
  private static final int DEPOSIT = 1_000;
  private static final double CHANCE_OF_CRASH = 0.1; // at each of two points of a transfer
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String LEDGER = "ledger";

  private final Processes processes;
  private final long seed;
  private final int transfers;

  private Bank(Processes processes, long seed, int transfers) {
    this.processes = processes;
    this.seed = seed;
    this.transfers = transfers;
  }

  static void main(String[] arguments) throws Exception {
    long seed =
        arguments.length > 0 ? Long.parseLong(arguments[0]) : Simulation.random().nextLong();
    int transfers = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 200;
    AtomicInteger crashes = new AtomicInteger();
    boolean right;
    try (Heddle heddle =
        Heddle.builder()
            .uncaughtExceptionHandler((thread, crash) -> crashes.incrementAndGet())
            .start()) {
      right = new Bank(heddle.processes(), seed, transfers).run(heddle, crashes);
    }
    if (!right) {
      System.out.println("money was lost, or made");
      System.exit(1);
    }
  }

  private boolean run(Heddle heddle, AtomicInteger crashes) throws Exception {
    System.out.println("seed " + seed);
    SupervisorSpec spec = bank();
    System.out.println(spec.describe());
    SupervisorHandle bank = Supervisor.start(processes, spec);

    List<Fiber<Integer>> customers = new ArrayList<>();
    for (int i = 0; i < CUSTOMERS.size(); i++) {
      int number = i;
      customers.add(heddle.fiber(CUSTOMERS.get(i), () -> transferAll(number)));
    }
    int asked = 0;
    for (Fiber<Integer> customer : customers) {
      asked += customer.join();
    }

    Statement truth = (Statement) ask(LEDGER, new Audit());
    boolean sameAll = true;
    int restarts = 0;
    for (ChildStatus account : bank.supervisor("accounts").children()) {
      Object known = ask(account.id(), new Inquiry());
      sameAll &= truth.balances().get(account.id()).equals(known);
      restarts += account.restarts();
    }
    int sum = truth.balances().values().stream().mapToInt(Integer::intValue).sum();
    System.out.println("balances: " + truth.balances() + ", together " + sum);
    System.out.printf(
        "%d transfers wanted, %d asked for, %d booked, %d refused%n",
        CUSTOMERS.size() * transfers, asked, truth.booked(), truth.refused());
    System.out.printf("%d crashes, %d restarts%n", crashes.get(), restarts);
    System.out.println("all accounts know what they have: " + sameAll);
    System.out.println("the bank is closed: " + bank.stop(PATIENCE));
    return sum == CUSTOMERS.size() * DEPOSIT
        && truth.booked() + truth.refused() == CUSTOMERS.size() * transfers
        && sameAll
        && crashes.get() == restarts;
  }

  /** Started from top to bottom, stopped from bottom to top. */
  private SupervisorSpec bank() {
    SupervisorSpec accounts =
        SupervisorSpec.oneForOne().withLimit(1_000_000, Duration.ofSeconds(1)); // it is a bad bank
    for (int i = 0; i < CUSTOMERS.size(); i++) {
      String name = CUSTOMERS.get(i);
      Random chance = new Random(seed + i); // outlives the crashes, else they would repeat
      accounts =
          accounts.withChild(ChildSpec.behaviour(name, () -> new Account(name, chance).opening()));
    }
    return SupervisorSpec.restForOne(
            ChildSpec.behaviour(LEDGER, () -> new Ledger().behaviour()),
            ChildSpec.supervisor("accounts", accounts))
        .withName("bank");
  }

  private Object ask(String name, Object question) throws Exception {
    return processes.request(processes.awaitName(name, PATIENCE), question, PATIENCE);
  }

  /** What a customer does; returns how often it had to ask. */
  private int transferAll(int customer) throws InterruptedException {
    Random choice = new Random(seed - 1 - customer);
    String from = CUSTOMERS.get(customer);
    int asked = 0;
    for (int i = 0; i < transfers; i++) {
      int other = (customer + 1 + choice.nextInt(CUSTOMERS.size() - 1)) % CUSTOMERS.size();
      int number = i * CUSTOMERS.size() + customer;
      Transfer transfer =
          new Transfer(number, from, CUSTOMERS.get(other), 1 + choice.nextInt(DEPOSIT / 2));
      boolean decided = false;
      while (!decided) {
        Pid account = processes.awaitName(from, PATIENCE); // another one after each crash
        asked++;
        try {
          processes.request(account, transfer, PATIENCE);
          decided = true;
        } catch (CommandException | TimeoutException e) {
          // Nobody knows whether it was booked. So once more, with the same number.
        }
      }
    }
    return asked;
  }

  // What they say to each other.

  /** To an account, and from there to the ledger; reply: whether there was enough money. */
  private record Transfer(int number, String from, String to, int amount) implements ToLedger {}

  /** To an account; reply: its balance, as far as it knows. */
  private record Inquiry() {}

  /** To an account, from the ledger. */
  private record Balance(int amount) {}

  /** To the ledger. */
  private sealed interface ToLedger {}

  /** To the ledger: tell this account what it has. */
  private record Open(String account) implements ToLedger {}

  /** To the ledger; reply: a {@link Statement}. */
  private record Audit() implements ToLedger {}

  private record Statement(Map<String, Integer> balances, int booked, int refused) {}

  private static String topic(String account) {
    return "balance of " + account;
  }

  /** Has the truth. */
  private static final class Ledger {
    private final Map<String, Integer> balances = new TreeMap<>();
    private final Map<Integer, Boolean> decided = new HashMap<>();

    Ledger() {
      CUSTOMERS.forEach(name -> balances.put(name, DEPOSIT));
    }

    Behaviour behaviour() {
      return Behaviour.setup(
          self -> {
            self.context().processes().register(LEDGER, self.self());
            return Behaviour.receive(ToLedger.class, this::take);
          });
    }

    private void take(BehaviourContext self, ToLedger message) {
      switch (message) {
        case Open(String account) -> tell(self, account);
        case Transfer transfer -> {
          boolean done = decided.computeIfAbsent(transfer.number(), _ -> book(transfer));
          tell(self, transfer.from()); // before the reply, so that who has that sees this
          tell(self, transfer.to());
          self.reply(done);
        }
        case Audit _ -> {
          int booked = (int) decided.values().stream().filter(yes -> yes).count();
          self.reply(new Statement(new TreeMap<>(balances), booked, decided.size() - booked));
        }
      }
    }

    private boolean book(Transfer transfer) {
      if (balances.get(transfer.from()) < transfer.amount()) {
        return false;
      }
      balances.merge(transfer.from(), -transfer.amount(), Integer::sum);
      balances.merge(transfer.to(), transfer.amount(), Integer::sum);
      return true;
    }

    /** By a topic, so that it need not know which process the account is by now. */
    private void tell(BehaviourContext self, String account) {
      self.context().processes().publish(topic(account), new Balance(balances.get(account)));
    }
  }

  /** Is what the customer talks to. Crashes. */
  private static final class Account {
    private final String name;
    private final Random chance;
    private int balance;

    Account(String name, Random chance) {
      this.name = name;
      this.chance = chance;
    }

    /** Until it has been told what it has, it puts all else aside. */
    Behaviour opening() {
      return Behaviour.builder()
          .onStart(
              self -> {
                Processes processes = self.context().processes();
                self.context().join(topic(name));
                processes.register(name, self.self());
                processes.sendTo(LEDGER, new Open(name));
              })
          .on(
              Balance.class,
              (self, told) -> {
                balance = told.amount();
                self.become(open());
                self.unstashAll();
              })
          .on(Record.class, (self, other) -> self.stash())
          .build();
    }

    private Behaviour open() {
      return Behaviour.builder()
          .on(Balance.class, (self, told) -> balance = told.amount())
          .on(Inquiry.class, (self, question) -> self.reply(balance))
          .on(Transfer.class, this::transfer)
          .build();
    }

    private void transfer(BehaviourContext self, Transfer transfer) {
      boolean crashesBefore = chance.nextDouble() < CHANCE_OF_CRASH;
      boolean crashesAfter = chance.nextDouble() < CHANCE_OF_CRASH;
      if (crashesBefore) {
        throw new IllegalStateException("crashed before " + transfer + " was booked");
      }
      Message question = self.message();
      Pid ledger = self.context().processes().whereIs(LEDGER);
      self.perform(
          Command.ask(ledger, transfer, PATIENCE),
          (_, outcome) -> reply(question, outcome, crashesAfter));
    }

    private static void reply(Message question, Completion outcome, boolean crashes)
        throws Exception {
      if (crashes || outcome.failed()) {
        throw new IllegalStateException("crashed after " + question + " was booked");
      }
      question.reply(outcome.data());
    }
  }
}
