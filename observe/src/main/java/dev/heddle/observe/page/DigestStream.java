package dev.heddle.observe.page;

import com.google.gson.Gson;
import com.sun.net.httpserver.HttpExchange;
import dev.heddle.metrics.Incident;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Server-sent events for one page, on the thread of its exchange: a digest in each interval, and
 * what has happened since the one before. Each is made when it is sent, so a page that reads slowly
 * gets fewer of them; nothing is queued for it.
 */
final class DigestStream {
  private static final int MOST_INCIDENTS = 20;
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);

  private final HttpExchange exchange;
  private final Exchanges exchanges;
  private final Runtimes runtimes;
  private final Gson gson;
  private final Duration interval;
  private final boolean control;
  private long number;
  private String instance = "";
  private long lastIncident;

  DigestStream(
      HttpExchange exchange,
      Exchanges exchanges,
      Runtimes runtimes,
      Gson gson,
      Duration interval,
      boolean control) {
    this.exchange = exchange;
    this.exchanges = exchanges;
    this.runtimes = runtimes;
    this.gson = gson;
    this.interval = interval;
    this.control = control;
  }

  /** Until the page goes away. */
  void send(String runtime) throws IOException {
    Answer.protect(exchange.getResponseHeaders());
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      write(out, "retry: 1000\n\n");
      while (true) {
        write(out, events(runtime));
        rest(out);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Until the next digest is due; now and then something comes, so that both sides know. */
  private void rest(OutputStream out) throws IOException, InterruptedException {
    Duration left = interval;
    while (left.compareTo(LONGEST_SILENCE) > 0) {
      Thread.sleep(LONGEST_SILENCE);
      write(out, "event: beat\ndata:\n\n");
      left = left.minus(LONGEST_SILENCE);
    }
    Thread.sleep(left);
  }

  private void write(OutputStream out, String text) throws IOException {
    exchanges.goesOn();
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    exchanges.waits(interval);
  }

  private String events(String wanted) {
    Map<String, Observed> all = runtimes.byName();
    List<String> names = List.copyOf(all.keySet());
    var chosen = Runtimes.choose(all, wanted);
    if (chosen == null) {
      return event("digest", new Nobody("", names));
    }
    Observed observed = chosen.getValue();
    // A little less than an interval: two streams that take turns share their looks.
    Observed.Look look = observed.look(interval.multipliedBy(9).dividedBy(10));
    Digest digest =
        Digest.of(
            chosen.getKey(), names, observed.instance(), control, look.snapshot(), look.warnings());
    return event("digest", digest) + news(observed, look.snapshot().incidents());
  }

  private String news(Observed observed, List<Incident> incidents) {
    if (!observed.instance().equals(instance)) {
      instance = observed.instance();
      lastIncident = 0;
    }
    List<Incident> fresh =
        incidents.stream().filter(incident -> incident.number() > lastIncident).toList();
    if (fresh.isEmpty()) {
      return "";
    }
    lastIncident = fresh.getLast().number();
    return event(
        "incidents",
        fresh.subList(Math.max(0, fresh.size() - MOST_INCIDENTS), fresh.size()).stream()
            .map(DigestStream::cut)
            .toList());
  }

  private static Incident cut(Incident incident) {
    return new Incident(
        incident.number(),
        incident.atMillis(),
        incident.kind(),
        Digest.cut(incident.subject()),
        Digest.cut(incident.text(), 400));
  }

  /** JSON has no line breaks of its own, so an event is one line of data. */
  private String event(String name, @Nullable Object data) {
    return "id: %d\nevent: %s\ndata: %s\n\n".formatted(++number, name, gson.toJson(data));
  }

  /** Instead of a digest, while there is no runtime. */
  private record Nobody(String runtime, List<String> runtimes) {}
}
