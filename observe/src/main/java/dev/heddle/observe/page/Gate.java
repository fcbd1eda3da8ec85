package dev.heddle.observe.page;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Lets in what comes from the page itself, or from somebody who knows the token.
 *
 * <p>A page of another site can make a browser send requests here, also under a name of its own
 * that resolves to this machine. So the name that was asked for has to be one of this machine's
 * ({@code Host}), and what a script sends has to come from the page's own scripts ({@code Origin},
 * {@code Sec-Fetch-Site}).
 */
final class Gate {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private final String host;
  private final boolean loopbackOnly;
  private final int port;
  private final Token token;
  private final Limits limits;

  Gate(String host, InetAddress address, int port, Token token, Limits limits) {
    this.host = host.toLowerCase(Locale.ROOT);
    this.loopbackOnly = address.isLoopbackAddress();
    this.port = port;
    this.token = token;
    this.limits = limits;
  }

  /** Lets a request pass, or says why not. */
  void check(HttpExchange exchange, String path) throws Refusal {
    checkSize(exchange);
    Headers headers = exchange.getRequestHeaders();
    String asked = checkHost(headers);
    checkOrigin(headers, asked, path);
  }

  private void checkSize(HttpExchange exchange) throws Refusal {
    if (exchange.getRequestURI().toString().length() > limits.address()) {
      throw new Refusal(414, "the address is too long");
    }
    long size =
        exchange.getRequestHeaders().entrySet().stream()
            .mapToLong(
                header ->
                    header.getValue().stream()
                        .mapToLong(value -> header.getKey().length() + value.length())
                        .sum())
            .sum();
    if (size > limits.headers()) {
      throw new Refusal(431, "the headers are too large");
    }
  }

  private String checkHost(Headers headers) throws Refusal {
    List<String> hosts = headers.getOrDefault("Host", List.of());
    if (hosts.size() != 1) {
      throw new Refusal(400, "there has to be one Host header");
    }
    String asked = hosts.getFirst().toLowerCase(Locale.ROOT);
    int colon = asked.lastIndexOf(':');
    boolean hasPort = colon > asked.lastIndexOf(']');
    String name = hasPort ? asked.substring(0, colon) : asked;
    String askedPort = hasPort ? asked.substring(colon + 1) : "80";
    if (!askedPort.equals(Integer.toString(port)) || !isName(name)) {
      throw new Refusal(421, "this is not the page of the host that was asked for");
    }
    return asked;
  }

  private boolean isName(String name) {
    return LOOPBACK.contains(name)
        || name.equals(host)
        || name.equals("[" + host + "]")
        || (!loopbackOnly && isNumeric(name));
  }

  /** A name can be made to mean any machine; an address cannot. */
  private static boolean isNumeric(String name) {
    return name.matches("\\d{1,3}(\\.\\d{1,3}){3}") || name.matches("\\[[0-9a-f:.]+]");
  }

  private static void checkOrigin(Headers headers, String asked, String path) throws Refusal {
    List<String> origins = headers.getOrDefault("Origin", List.of());
    if (!origins.isEmpty() && !origins.equals(List.of("http://" + asked))) {
      throw new Refusal(403, "only the page itself may ask");
    }
    String site = headers.getFirst("Sec-Fetch-Site");
    boolean byItself = site == null || site.equals("same-origin") || site.equals("none");
    if (!byItself && !path.equals("/")) {
      throw new Refusal(403, "only the page itself may ask");
    }
  }

  /** Whether a request knows the token, by its header or its cookie; true if none is needed. */
  boolean knowsToken(Headers headers) {
    if (!token.isNeeded()) {
      return true;
    }
    String authorization = headers.getFirst("Authorization");
    if (authorization != null && authorization.startsWith("Bearer ")) {
      return token.is(authorization.substring("Bearer ".length()));
    }
    return headers.getOrDefault("Cookie", List.of()).stream()
        .flatMap(line -> List.of(line.split(";", -1)).stream())
        .map(String::strip)
        .filter(cookie -> cookie.startsWith(cookieName() + "="))
        .anyMatch(cookie -> token.isCookie(cookie.substring(cookieName().length() + 1)));
  }

  /** Cookies are shared by all ports of a host. */
  String cookieName() {
    return "heddle-page-" + port;
  }
}
