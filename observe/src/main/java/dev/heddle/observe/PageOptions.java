package dev.heddle.observe;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Objects;

/**
 * How a {@link LivePage} is served.
 *
 * @param host the address to listen at, or a name of it; the loopback address by default, which
 *     only programs of this machine reach
 * @param port the port; 0 for any that is free
 * @param token what whoever looks has to know; empty for none, which is only possible at a loopback
 *     address. If control is on and there is none, one is made up
 * @param control whether whoever looks may also interrupt fibers, stop processes and take dumps
 * @param interval how often the page is given new numbers
 */
public record PageOptions(String host, int port, String token, boolean control, Duration interval) {
  /** At the loopback address and any free port, without a token, for looking only. */
  public static final PageOptions DEFAULT =
      new PageOptions("127.0.0.1", 0, "", false, Duration.ofSeconds(1));

  private static final int SHORTEST_TOKEN = 16;

  /**
   * @throws IllegalArgumentException if an address that others reach comes without a token, or if a
   *     part makes no sense
   */
  public PageOptions {
    Objects.requireNonNull(host, "host");
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("port: " + port + ", must be between 0 and 65535");
    }
    if (!token.isEmpty()
        && (token.length() < SHORTEST_TOKEN
            || !token.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '"'))) {
      throw new IllegalArgumentException(
          "the token has to have at least "
              + SHORTEST_TOKEN
              + " characters, all of them visible ASCII without quotes");
    }
    if (interval.compareTo(Duration.ofMillis(50)) < 0
        || interval.compareTo(Duration.ofMinutes(1)) > 0) {
      throw new IllegalArgumentException(
          "interval: " + interval + ", must be between 50 ms and a minute");
    }
    if (token.isEmpty() && !address(host).isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "'"
              + host
              + "' can be reached from other machines: set a token (withToken), or keep to the"
              + " loopback address 127.0.0.1");
    }
  }

  /** At another address. One that is not a loopback address needs the token first. */
  public PageOptions withHost(String host) {
    return new PageOptions(host, port, token, control, interval);
  }

  /** At a certain port. */
  public PageOptions withPort(int port) {
    return new PageOptions(host, port, token, control, interval);
  }

  /** Only for those who know this. */
  public PageOptions withToken(String token) {
    return new PageOptions(host, port, token, control, interval);
  }

  /** With control on, or off. */
  public PageOptions withControl(boolean control) {
    return new PageOptions(host, port, token, control, interval);
  }

  /** With new numbers more often, or less. */
  public PageOptions withInterval(Duration interval) {
    return new PageOptions(host, port, token, control, interval);
  }

  private static InetAddress address(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "'" + host + "' is not an address of this machine, nor a name of one", e);
    }
  }

  /** Without the token, which is a secret. */
  @Override
  public String toString() {
    return "PageOptions[host=%s, port=%d, token %s, control %s, interval=%s]"
        .formatted(host, port, token.isEmpty() ? "none" : "set", control ? "on" : "off", interval);
  }
}
