package dev.heddle.process;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The address of a process: node, host and a number that is never used again there. The host is the
 * runtime's name, the node that of the machine or JVM it is in. Two are equal if all three are.
 * Numbers rise as processes are spawned, but only about: do not tell by them who was first.
 *
 * <p>The one that a spawn returns knows its process, so that a message to it needs no look-up; it
 * goes on working as an address after the process has ended, and holds a hundred bytes of it.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class Pid implements Comparable<Pid> {
  private static final Comparator<Pid> ORDER =
      Comparator.comparing(Pid::node).thenComparing(Pid::host).thenComparingLong(Pid::number);

  /** Where a process can be. One object for all PIDs of a runtime. */
  record Home(String node, String host) {}

  private final Home home;
  private final long number;

  /** The process itself; null if this was made from text or came from elsewhere. */
  final @Nullable ProcessCell cell;

  Pid(Home home, long number, @Nullable ProcessCell cell) {
    this.home = home;
    this.number = number;
    this.cell = cell;
  }

  /**
   * The address of a process elsewhere, or of one here whose number is known.
   *
   * @throws IllegalArgumentException if a part is blank or has half a surrogate pair, which cannot
   *     be written down, or if the number is not positive
   */
  public static Pid of(String node, String host, long number) {
    if (node.isBlank() || host.isBlank()) {
      throw new IllegalArgumentException(
          "a PID needs a node and a host, not '" + node + "' and '" + host + "'");
    }
    if (!isWritable(node) || !isWritable(host)) {
      throw new IllegalArgumentException(
          "a PID has a node and a host without half surrogate pairs, not '"
              + node
              + "' and '"
              + host
              + "'");
    }
    if (number < 1) {
      throw new IllegalArgumentException("the number of a PID is at least 1, not " + number);
    }
    return new Pid(new Home(node, host), number, null);
  }

  /**
   * Reads what {@link #toString} has written.
   *
   * @throws IllegalArgumentException if it can't, saying why
   */
  public static Pid parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 3) {
      throw unreadable(text, "it has " + parts.length + " parts", null);
    }
    try {
      return of(decoded(parts[0]), decoded(parts[1]), Long.parseLong(parts[2]));
    } catch (NumberFormatException e) {
      throw unreadable(text, "'" + parts[2] + "' is no number", e);
    } catch (IllegalArgumentException e) {
      throw unreadable(text, e.getMessage(), e);
    }
  }

  private static IllegalArgumentException unreadable(
      String text, @Nullable String why, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "'" + text + "' is no PID, which looks like 'node/host/42': " + why, cause);
  }

  private static boolean isWritable(String part) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(part);
  }

  private static String decoded(String part) {
    return URLDecoder.decode(part, StandardCharsets.UTF_8);
  }

  private static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8);
  }

  /** The node. */
  public String node() {
    return home.node();
  }

  /** The host: the name of the runtime. */
  public String host() {
    return home.host();
  }

  /** The number, from 1 on. */
  public long number() {
    return number;
  }

  Home home() {
    return home;
  }

  @Override
  public int compareTo(Pid other) {
    return ORDER.compare(this, other);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Pid pid && pid.number == number && pid.home.equals(home));
  }

  @Override
  public int hashCode() {
    return home.hashCode() * 31 + Long.hashCode(number);
  }

  /** Node, host and number with slashes between, and what else is special encoded as in a URL. */
  @Override
  public String toString() {
    return encoded(home.node()) + "/" + encoded(home.host()) + "/" + number;
  }
}
