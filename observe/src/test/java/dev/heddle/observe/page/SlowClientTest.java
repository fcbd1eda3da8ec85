package dev.heddle.observe.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.observe.PageOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who sends or reads slowly, or too much at once, is dropped; the page and the program go on. */
@Timeout(60)
class SlowClientTest {
  private static final PageOptions OFTEN = PageOptions.DEFAULT.withInterval(Duration.ofMillis(50));

  /** Together more than the buffers of a connection hold. */
  private static final int ANSWERS = 1000;

  private static Limits limits(int exchanges, int streams) {
    return new Limits(
        exchanges, streams, Duration.ofSeconds(2), Duration.ofSeconds(2), 8192, 16384);
  }

  private static Heddle heddle() {
    return Heddle.builder().name("slow").workers(1).start();
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  private static boolean canWrite(Socket socket) {
    try {
      write(socket, "\r\n");
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /** Whether the other side has closed it, as far as can be told by now. */
  private static boolean isClosed(Socket socket) {
    try {
      socket.setSoTimeout(50);
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException _) {
      return false;
    } catch (IOException _) {
      return true;
    }
  }

  @Test
  void aRequestThatArrivesByteByByteIsCutOff() throws Exception {
    try (Heddle heddle = heddle();
        PageServer page = PageServer.start(OFTEN, limits(64, 16));
        Socket slow = RawHttp.connect(page.uri())) {
      page.show(heddle);
      write(slow, "GET / HTT");
      long begun = System.nanoTime();
      while (!isClosed(slow)) {
        assertThat(RawHttp.get(page.uri(), "/").status()).isEqualTo(200);
        assertThat(heddle.invoke(() -> 6 * 7)).isEqualTo(42);
        try {
          write(slow, "P");
        } catch (IOException _) {
          break;
        }
      }
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
      awaitExchanges(page, 0);
    }
  }

  @Test
  void whoNeverReadsIsCutOff() throws Exception {
    try (Heddle heddle = heddle();
        PageServer page = PageServer.start(OFTEN, limits(64, 16));
        Socket deaf = new Socket()) {
      page.show(heddle);
      deaf.setReceiveBufferSize(2048);
      deaf.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), page.uri().getPort()));
      // Many answers on one connection, so that its buffers are full soon.
      String request =
          "GET /page.css HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n".formatted(page.uri().getPort());
      write(deaf, request.repeat(ANSWERS));
      while (canWrite(deaf)) {
        assertThat(RawHttp.get(page.uri(), "/").status()).isEqualTo(200);
        assertThat(heddle.invoke(() -> 6 * 7)).isEqualTo(42);
      }
      awaitExchanges(page, 0);
    }
  }

  @Test
  void aStreamGoesOnForLongerThanOneAnswerMayTake() throws Exception {
    try (Heddle heddle = heddle();
        PageServer page = PageServer.start(OFTEN, limits(64, 16));
        Socket reader = RawHttp.connect(page.uri())) {
      page.show(heddle);
      write(
          reader,
          "GET /events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n".formatted(page.uri().getPort()));
      long begun = System.nanoTime();
      InputStream in = reader.getInputStream();
      while (System.nanoTime() - begun < Duration.ofSeconds(2).toNanos()) {
        assertThat(in.read(new byte[4096])).isPositive();
      }
    }
  }

  @Test
  void onlySoManyPagesStreamAtOnceAndOneThatGoesMakesRoom() throws Exception {
    try (Heddle heddle = heddle();
        PageServer page = PageServer.start(OFTEN, limits(64, 2))) {
      page.show(heddle);
      String request =
          "GET /events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n".formatted(page.uri().getPort());
      List<Socket> readers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        Socket reader = RawHttp.connect(page.uri());
        write(reader, request);
        assertThat(reader.getInputStream().read()).isPositive();
        readers.add(reader);
      }
      assertThat(RawHttp.get(page.uri(), "/events").status()).isEqualTo(503);
      assertThat(RawHttp.get(page.uri(), "/").status()).isEqualTo(200);
      for (Socket reader : readers) {
        reader.close();
      }
      awaitExchanges(page, 0);
      try (Socket reader = RawHttp.connect(page.uri())) {
        write(reader, request);
        assertThat(new String(reader.getInputStream().readNBytes(12), StandardCharsets.UTF_8))
            .isEqualTo("HTTP/1.1 200");
      }
    }
  }

  @Test
  void tooManyRequestsAtOnceAreDroppedUntilTheSlowOnesAre() throws Exception {
    try (Heddle heddle = heddle();
        PageServer page = PageServer.start(OFTEN, limits(8, 2))) {
      page.show(heddle);
      List<Socket> slow = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Socket socket = RawHttp.connect(page.uri());
        write(socket, "G");
        slow.add(socket);
      }
      awaitExchanges(page, 8);
      assertThat(RawHttp.get(page.uri(), "/").status()).as("dropped").isEqualTo(0);
      awaitExchanges(page, 0);
      assertThat(RawHttp.get(page.uri(), "/").status()).isEqualTo(200);
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  private static void awaitExchanges(PageServer page, int count) {
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (page.exchangesUnderWay() != count) {
      assertThat(System.nanoTime()).as("%d under way", count).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }
}
