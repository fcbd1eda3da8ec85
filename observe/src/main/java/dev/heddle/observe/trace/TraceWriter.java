package dev.heddle.observe.trace;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a {@link Timeline} in the Trace Event Format, as JSON. A runtime is a "process" there, a
 * worker a "thread". Times are in microseconds, with three digits for the nanoseconds.
 */
final class TraceWriter implements AutoCloseable {
  private final JsonWriter json;

  private TraceWriter(Writer to) {
    json = new JsonWriter(to);
  }

  static void write(Timeline timeline, Path file) throws IOException {
    try (TraceWriter writer =
        new TraceWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
      writer.write(timeline);
    }
  }

  private void write(Timeline timeline) throws IOException {
    json.beginObject();
    json.name("displayTimeUnit").value("ns");
    json.name("traceEvents").beginArray();
    writeNames(timeline);
    for (Track track : timeline.tracks()) {
      for (Slice slice : track.slices()) {
        write(slice);
      }
    }
    for (Moment moment : timeline.moments()) {
      write(moment);
    }
    long number = 0;
    for (Arrow arrow : timeline.arrows()) {
      write(arrow, ++number);
    }
    json.endArray();
    json.endObject();
  }

  private void writeNames(Timeline timeline) throws IOException {
    writeName("process_name", Timeline.OUTSIDE, null, "threads outside");
    for (Map.Entry<String, Integer> runtime : timeline.runtimes().entrySet()) {
      writeName("process_name", runtime.getValue(), null, "runtime " + runtime.getKey());
    }
    for (Track track : timeline.tracks()) {
      writeName("thread_name", track.group(), number(track), track.name());
      begin("thread_sort_index", "M");
      writePlace(track);
      json.name("args").beginObject().name("sort_index").value(track.number()).endObject();
      json.endObject();
    }
  }

  /** Viewers take 0 for no thread at all, and want no two workers to have the same number. */
  private static long number(Track track) {
    return track.group() == Timeline.OUTSIDE
        ? track.number()
        : track.group() * 1000L + track.number() + 1;
  }

  private void writeName(String what, int group, @Nullable Long number, String name)
      throws IOException {
    begin(what, "M");
    json.name("pid").value(group);
    json.name("tid").value(number == null ? 0 : number);
    json.name("args").beginObject().name("name").value(name).endObject();
    json.endObject();
  }

  private void write(Slice slice) throws IOException {
    begin(slice.name, "X");
    json.name("cat").value(slice.kind.category());
    json.name("cname").value(slice.kind.colour());
    writePlace(slice.track);
    writeTime("ts", slice.start);
    writeTime("dur", slice.end - slice.start);
    writeDetails(slice.details());
    json.endObject();
  }

  private void write(Moment moment) throws IOException {
    begin(moment.name(), "i");
    json.name("cat").value("moment");
    json.name("s").value("t"); // on its own track only
    writePlace(moment.track());
    writeTime("ts", moment.at());
    writeDetails(moment.details());
    json.endObject();
  }

  private void write(Arrow arrow, long number) throws IOException {
    begin(arrow.cause().word(), "s");
    json.name("cat").value("cause");
    json.name("id").value(number);
    writePlace(arrow.from());
    writeTime("ts", arrow.at());
    json.endObject();
    begin(arrow.cause().word(), "f");
    json.name("cat").value("cause");
    json.name("id").value(number);
    json.name("bp").value("e"); // to the slice around its end, not to the next one
    writePlace(arrow.to().track);
    writeTime("ts", arrow.to().start);
    json.endObject();
  }

  private void begin(String name, String phase) throws IOException {
    json.beginObject();
    json.name("name").value(name);
    json.name("ph").value(phase);
  }

  private void writePlace(Track track) throws IOException {
    json.name("pid").value(track.group());
    json.name("tid").value(number(track));
  }

  private void writeTime(String name, long nanos) throws IOException {
    String digits = Long.toString(1000 + nanos % 1000);
    json.name(name).jsonValue(nanos / 1000 + "." + digits.substring(1));
  }

  private void writeDetails(Map<String, Object> details) throws IOException {
    if (details.isEmpty()) {
      return;
    }
    json.name("args").beginObject();
    for (Map.Entry<String, Object> detail : details.entrySet()) {
      json.name(detail.getKey());
      if (detail.getValue() instanceof Number number) {
        json.value(number);
      } else {
        json.value(detail.getValue().toString());
      }
    }
    json.endObject();
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
