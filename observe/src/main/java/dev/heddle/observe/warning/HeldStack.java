package dev.heddle.observe.warning;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a worker was held, as the watchdog has told.
 *
 * @param frames innermost first, as {@link StackTraceElement} writes them
 */
record HeldStack(List<String> frames) {
  private static final Pattern FRAME = Pattern.compile("\\s*at (\\S.*\\(.*\\))\\s*");
  private static final Pattern INITIALISER = Pattern.compile("(?:.*/)?([^/]+)\\.<clinit>\\(.*");
  private static final String NATIVE = "(Native Method)";

  /** From a text that has the frames somewhere, one a line. */
  static HeldStack in(String text) {
    return new HeldStack(
        text.lines()
            .map(FRAME::matcher)
            .filter(Matcher::matches)
            .map(matcher -> matcher.group(1))
            .toList());
  }

  /** The class whose initialiser is on the stack; empty if there is none. */
  String initialised() {
    return frames.stream()
        .map(INITIALISER::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .findFirst()
        .orElse("");
  }

  /**
   * The native method that holds the worker; empty if there is none. A park is none: it is what a
   * wait looks like in a thread that cannot be parked otherwise.
   */
  String nativeMethod() {
    return frames.stream()
        .filter(frame -> frame.endsWith(NATIVE) && !isWait(frame))
        .findFirst()
        .map(frame -> frame.substring(0, frame.length() - NATIVE.length()))
        .orElse("");
  }

  private static boolean isWait(String frame) {
    return frame.contains("Unsafe.park(")
        || frame.contains("Thread.sleep")
        || frame.contains("Object.wait")
        || frame.contains("Thread.yield");
  }

  /** Whether it waits, rather than computes. */
  boolean waits() {
    return !frames.isEmpty() && isWait(frames.getFirst());
  }

  /** Whether that is in a step of a process. */
  boolean isInStep() {
    return frames.stream().anyMatch(frame -> frame.contains("dev.heddle.process."));
  }

  /** The innermost frame that is the user's; empty if there is none. */
  String place() {
    return frames.stream()
        .filter(frame -> !isOfTheJdk(frame) && !frame.contains("dev.heddle."))
        .findFirst()
        .or(() -> frames.stream().findFirst())
        .orElse("");
  }

  private static boolean isOfTheJdk(String frame) {
    return frame.startsWith("java.") || frame.startsWith("jdk.") || frame.startsWith("sun.");
  }
}
