package dev.heddle.observe.top;

/**
 * {@code ./heddle top}. Exit codes: 0 when the user has quit, enough was shown or the JVM that was
 * looked at has ended; 1 if it can't be looked at; 2 for a call that makes no sense.
 */
public final class TopMain {
  private TopMain() {}

  /**
   * Shows what a JVM's runtimes are at.
   *
   * @param args {@code [PID] [--interval SECONDS] [-n COUNT]}
   */
  public static void main(String[] args) {
    System.exit(run(args));
  }

  private static int run(String[] args) {
    TopOptions options;
    try {
      options = TopOptions.parse(args);
    } catch (TopFailure e) {
      System.err.println("heddle: " + e.getMessage());
      return 2;
    }
    try {
      show(options);
      return 0;
    } catch (TopFailure e) {
      System.err.println("heddle: " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      return 0;
    }
  }

  private static void show(TopOptions options) throws TopFailure, InterruptedException {
    long pid = options.pid() == 0 ? JvmSearch.only() : options.pid();
    boolean live = Terminal.isThere();
    if (live) {
      System.err.println("attaching to the JVM " + pid + " ...");
    }
    try (TargetJvm target = TargetJvm.attach(pid)) {
      Session session = new Session(target);
      if (live) {
        try (Terminal terminal = Terminal.open()) {
          new LiveTop(session, terminal, options).run();
        }
      } else {
        new PlainTop(session, System.out, options).run();
      }
    } catch (Session.Ended _) {
      System.out.println("the JVM " + pid + " has ended");
    }
  }
}
