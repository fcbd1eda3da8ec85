package dev.heddle.observe.page;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * An answer that is ready.
 *
 * @param status the status of HTTP
 * @param type its type
 * @param body all of it
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares answers
record Answer(int status, String type, byte[] body) {
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  static Answer json(String body) {
    return new Answer(
        200, "application/json; charset=utf-8", body.getBytes(StandardCharsets.UTF_8));
  }

  static Answer text(int status, String body) {
    return new Answer(
        status, "text/plain; charset=utf-8", (body + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** What every answer says, whatever it is: that browsers shall not do anything else with it. */
  static void protect(Headers headers) {
    headers.set("Content-Security-Policy", POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cache-Control", "no-store");
  }

  void send(HttpExchange exchange) throws IOException {
    protect(exchange.getResponseHeaders());
    exchange.getResponseHeaders().set("Content-Type", type);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }
}
