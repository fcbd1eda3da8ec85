package dev.heddle.junit;

import dev.heddle.Heddle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The threads that were made after this was, and live. The numbers of threads grow, for platform
 * and virtual ones together; so one that is made here divides them. Virtual threads are known to
 * the JVM's own thread dump only, which takes a millisecond or two.
 */
final class NewThreads {
  private static final Set<String> GROUPS_OF_THE_JDK =
      Set.of("system", "InnocuousThreadGroup", "CarrierThreads");

  /** Threads that the JDK and JUnit start when they are first needed, and keep. */
  private static final Pattern KEPT =
      Pattern.compile("ForkJoinPool\\.commonPool-.*|junit-jupiter-timeout-watcher|.*Poller.*");

  private static final Pattern VIRTUAL =
      Pattern.compile("(?m)^#(\\d+) \"(.*)\" virtual\\b.*\\R((?:[ \\t]+.*\\R)*)");

  private final long last = Thread.ofVirtual().unstarted(() -> {}).threadId();

  /**
   * Each with its stack.
   *
   * @param mayStay the names of those that do not count
   * @param open runtimes that may have threads
   */
  List<String> left(String mayStay, List<Heddle> open) {
    Pattern known = Pattern.compile(mayStay);
    List<String> left = new ArrayList<>();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              String name = thread.getName();
              if (thread.threadId() > last
                  && !isOfTheJdk(thread)
                  && counts(name, known)
                  && open.stream().noneMatch(each -> name.startsWith(each.name() + "-"))) {
                left.add("'" + name + "'" + lines(stack));
              }
            });
    if (open.isEmpty()) { // otherwise their fibers would be among them
      Matcher virtual = VIRTUAL.matcher(ThreadDump.text());
      while (virtual.find()) {
        if (Long.parseLong(virtual.group(1)) > last && counts(virtual.group(2), known)) {
          left.add(
              "'%s', virtual\n%s".formatted(virtual.group(2), virtual.group(3).stripTrailing()));
        }
      }
    }
    return left;
  }

  private static boolean counts(String name, Pattern known) {
    return !known.matcher(name).matches() && !KEPT.matcher(name).matches();
  }

  private static boolean isOfTheJdk(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group == null || GROUPS_OF_THE_JDK.contains(group.getName());
  }

  private static String lines(StackTraceElement[] stack) {
    return Arrays.stream(stack).map(frame -> "\n    at " + frame).collect(Collectors.joining());
  }
}
