import dev.heddle.Heddle;
import dev.heddle.process.Behaviour;
import dev.heddle.process.Down;
import dev.heddle.process.Exit;
import dev.heddle.process.Inbox;
import dev.heddle.process.NameTakenException;
import dev.heddle.process.Pid;
import dev.heddle.process.Processes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A chat with topics.
 *
 * <pre>./heddle run examples/Chat.java</pre>
 *
 * Each member is a process with a name, and joins the topics that it wants to hear of. What is said
 * is published: nobody keeps a list of who is where. One member has a fault, and crashes on a
 * message that does the others no harm. Nobody has to clean up after it: its name is free again,
 * and it is gone from its topics. The host, who watches all members, tells the others.
 *
 * <p>What it shows:
 *
 * <ul>
 *   <li>A {@link Behaviour}, for the members; of one sealed type of messages, so that the compiler
 *       sees to it that none is forgotten.
 *   <li>A process that is a fiber, for the host: it receives, one after the other.
 *   <li>Topics, names, monitors, and what becomes of them at the end of a process.
 * </ul>
 */
final class Chat {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String WEAVING = "weaving";
  private static final String TEA = "tea";

  private final Processes processes;

  private Chat(Processes processes) {
    this.processes = processes;
  }

  static void main() throws Exception {
    try (Heddle heddle =
        Heddle.builder()
            .uncaughtExceptionHandler((thread, crash) -> {}) // the host tells of crashes
            .start()) {
      new Chat(heddle.processes()).run();
    }
  }

  private void run() throws Exception {
    processes.register("host", processes.spawn(Chat::host));
    enter("Ada", new Member("Ada"));
    enter("Bob", new Shouter("Bob"));
    enter("Eve", new Member("Eve"));
    join("Ada", WEAVING, TEA);
    join("Bob", WEAVING, TEA);
    join("Eve", TEA);

    say("Ada", WEAVING, "which heddle do you use?");
    say("Bob", WEAVING, "mine is of wire");
    try {
      enter("Ada", new Member("Ada"));
    } catch (NameTakenException e) {
      System.out.println("there is an Ada already");
    }

    Pid bob = find("Bob");
    say("Eve", TEA, ""); // Bob shows how loud everything is, and has never heard nothing
    String how = processes.awaitExit(bob) instanceof Exit.Failed ? "crashed" : "left";
    System.out.println("Bob has " + how + "; his name is taken: " + isTaken("Bob"));
    System.out.println("the host has seen off: " + ask("host", new Gone()));
    say("Ada", TEA, "poor Bob");

    enter("Bob", new Member("Bob")); // with another program
    join("Bob", TEA);
    ask("Eve", new Leave(TEA));
    say("Bob", TEA, "here I am again");

    for (String name : List.of("Ada", "Bob", "Eve")) {
      System.out.println(name + " has heard:");
      ((List<?>) ask(name, new Recall())).forEach(line -> System.out.println("  " + line));
    }
  }

  // What the program has them do. It asks, and waits for the answers, so that each run is the same.

  private void enter(String name, Member member) {
    Pid pid = processes.spawn(member.behaviour());
    try {
      processes.register(name, pid);
    } catch (NameTakenException e) {
      processes.cancel(pid);
      throw e;
    }
    processes.sendTo("host", new Welcome(name, pid));
  }

  private void join(String name, String... topics) throws Exception {
    for (String topic : topics) {
      ask(name, new Join(topic));
    }
  }

  private void say(String name, String topic, String text) throws Exception {
    Object listeners = ask(name, new Say(topic, text));
    System.out.printf("%s to %s: \"%s\" (%s listeners)%n", name, topic, text, listeners);
  }

  private Object ask(String name, Object question) throws Exception {
    return processes.request(find(name), question, PATIENCE);
  }

  private Pid find(String name) {
    Pid pid = processes.whereIs(name);
    if (pid == null) {
      throw new IllegalStateException("there is nobody called " + name);
    }
    return pid;
  }

  private boolean isTaken(String name) {
    return processes.whereIs(name) != null;
  }

  // What they say to each other.

  /** To a member. */
  private sealed interface ToMember {}

  private record Join(String topic) implements ToMember {}

  private record Leave(String topic) implements ToMember {}

  /** Reply: how many hear it, the speaker too. */
  private record Say(String topic, String text) implements ToMember {}

  /** To all members of a topic. */
  private record Said(String topic, String by, String text) implements ToMember {}

  /** Reply: all that the member has heard. */
  private record Recall() implements ToMember {}

  /** To the host: there is somebody new. */
  private record Welcome(String name, Pid member) {}

  /** To the host; reply: who has gone, and why. */
  private record Gone() {}

  /** Hears, and keeps what it has heard. */
  private static class Member {
    private final String name;
    private final List<String> heard = new ArrayList<>();

    Member(String name) {
      this.name = name;
    }

    Behaviour behaviour() {
      return Behaviour.receive(
          ToMember.class,
          (self, message) -> {
            switch (message) {
              case Join(String topic) -> {
                self.context().join(topic);
                self.reply(true);
              }
              case Leave(String topic) -> {
                self.context().leave(topic);
                self.reply(true);
              }
              case Say(String topic, String text) -> {
                Said said = new Said(topic, name, text);
                self.reply(self.context().processes().publish(topic, said));
              }
              case Said said -> heard.add(show(said));
              case Recall _ -> self.reply(List.copyOf(heard));
            }
          });
    }

    String show(Said said) {
      return "[%s] %s: %s".formatted(said.topic(), said.by(), said.text());
    }
  }

  /**
   * Shows the last character too, to see who shouts; and does not think of those who are silent.
   */
  private static final class Shouter extends Member {
    Shouter(String name) {
      super(name);
    }

    @Override
    String show(Said said) {
      char last = said.text().charAt(said.text().length() - 1);
      return super.show(said) + (last == '!' ? " (loud)" : "");
    }
  }

  /** Watches all members, and tells the others when one has gone. */
  private static Object host(Inbox inbox) throws InterruptedException {
    Map<Pid, String> members = new HashMap<>();
    List<String> gone = new ArrayList<>();
    while (true) { // until the runtime closes
      switch (inbox.receive()) {
        case Welcome(String name, Pid member) -> {
          members.put(member, name);
          inbox.context().monitor(member);
        }
        case Down down -> {
          String news = members.remove(down.pid()) + " has gone: " + reason(down.exit());
          gone.add(news);
          inbox.context().processes().publish(TEA, new Said(TEA, "host", news));
        }
        case Gone _ -> inbox.reply(List.copyOf(gone));
        default -> {}
      }
    }
  }

  private static String reason(Exit exit) {
    return switch (exit) {
      case Exit.Failed(Throwable error) -> error.getClass().getSimpleName();
      case Exit.Completed _ -> "goodbye";
      default -> exit.toString();
    };
  }
}
