package dev.heddle.observe.page;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Requests byte by byte, as no decent client would send them. */
final class RawHttp {
  private static final int PATIENCE_MILLIS = 30_000;

  private RawHttp() {}

  /**
   * What came back.
   *
   * @param status 0 if nothing did
   * @param head status line and headers
   */
  record Reply(int status, String head, String body) {
    static Reply of(String all) {
      if (all.isEmpty()) {
        return new Reply(0, "", "");
      }
      int end = all.indexOf("\r\n\r\n");
      String head = end < 0 ? all : all.substring(0, end);
      return new Reply(
          Integer.parseInt(head.substring(9, 12)), head, end < 0 ? "" : all.substring(end + 4));
    }
  }

  static Socket connect(URI page) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), page.getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  /** Sends a request as it is, and reads until the server closes. */
  static Reply send(URI page, String request) throws IOException {
    try (Socket socket = connect(page)) {
      try {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
      } catch (SocketException _) {
        // The server has had enough before all was sent: what it has answered counts.
      }
      return Reply.of(readAll(socket.getInputStream()));
    }
  }

  private static String readAll(InputStream in) {
    StringBuilder all = new StringBuilder();
    byte[] some = new byte[8192];
    try {
      for (int n; (n = in.read(some)) >= 0; ) {
        all.append(new String(some, 0, n, StandardCharsets.UTF_8));
      }
    } catch (IOException _) {
      // It was reset: what came before counts.
    }
    return all.toString();
  }

  /** A request with the right host, and headers besides. */
  static Reply request(URI page, String method, String target, String... headers)
      throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(method + " " + target + " HTTP/1.1");
    if (List.of(headers).stream().noneMatch(header -> header.startsWith("Host:"))) {
      lines.add("Host: 127.0.0.1:" + page.getPort());
    }
    lines.addAll(List.of(headers));
    lines.add("Connection: close");
    return send(page, String.join("\r\n", lines) + "\r\n\r\n");
  }

  static Reply get(URI page, String target, String... headers) throws IOException {
    return request(page, "GET", target, headers);
  }
}
