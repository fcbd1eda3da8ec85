package dev.heddle.bench.http;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A connection to a server, kept alive; does the little of HTTP that is needed here. */
final class Connection implements AutoCloseable {
  private static final byte[] REQUEST =
      "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final String LENGTH = "content-length:";

  private final Socket socket;
  private final InputStream in;
  private final StringBuilder line = new StringBuilder();

  Connection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Sends a request and reads the answer to its end. */
  void ask() throws IOException {
    socket.getOutputStream().write(REQUEST);
    String status = readLine();
    if (!status.startsWith("HTTP/1.1 200")) {
      throw new IOException("the server answered: " + status);
    }
    int length = 0;
    String header;
    while (!(header = readLine()).isEmpty()) {
      if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
        length = Integer.parseInt(header.substring(LENGTH.length()).strip());
      }
    }
    in.skipNBytes(length);
  }

  private String readLine() throws IOException {
    line.setLength(0);
    int c;
    while ((c = in.read()) != '\n') {
      if (c < 0) {
        throw new EOFException("the server has closed the connection");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
