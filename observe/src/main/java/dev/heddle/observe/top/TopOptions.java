package dev.heddle.observe.top;

import java.time.Duration;

/**
 * What the command line says.
 *
 * @param pid the JVM to look at; 0: the one there is
 * @param interval between two looks
 * @param count how many looks; 0: without end
 */
record TopOptions(long pid, Duration interval, int count) {
  private static final double SHORTEST = 0.1;
  private static final double LONGEST = 3600;

  static TopOptions parse(String... args) throws TopFailure {
    long pid = 0;
    Duration interval = Duration.ofSeconds(1);
    int count = 0;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--interval" -> interval = seconds(value(args, ++i, "--interval"));
        case "-n" -> count = (int) whole(value(args, ++i, "-n"), "-n", 1_000_000_000);
        default -> pid = whole(args[i], "PID", Long.MAX_VALUE);
      }
    }
    return new TopOptions(pid, interval, count);
  }

  private static String value(String[] args, int at, String of) throws TopFailure {
    if (at >= args.length) {
      throw new TopFailure(of + " needs a number after it");
    }
    return args[at];
  }

  private static long whole(String text, String what, long most) throws TopFailure {
    try {
      long number = Long.parseLong(text);
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException _) {
      // Told below.
    }
    throw new TopFailure(what + ": '" + text + "', must be a whole number from 1 on");
  }

  private static Duration seconds(String text) throws TopFailure {
    try {
      double seconds = Double.parseDouble(text);
      if (seconds >= SHORTEST && seconds <= LONGEST) {
        return Duration.ofMillis(Math.round(seconds * 1000));
      }
    } catch (NumberFormatException _) {
      // Told below.
    }
    throw new TopFailure("--interval: '" + text + "', must be seconds, from 0.1 to 3600");
  }
}
