package dev.heddle.observe.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** What was recorded. It is gone through, more than once, rather than kept. */
record Recording(Path path) {
  private static final String OURS = "dev.heddle.";

  /** Somebody who is shown one event after the other. */
  interface Visitor {
    void visit(Entry entry);
  }

  /** Shows all events to {@code visitor}, in no order. */
  void forEach(Visitor visitor) throws IOException {
    try (RecordingFile file = new RecordingFile(path)) {
      while (file.hasMoreEvents()) {
        visitor.visit(new Entry(file.readEvent()));
      }
    }
  }

  /** One event. */
  record Entry(RecordedEvent event) {
    /** Its name, without {@code dev.heddle.} if it is of Heddle's. */
    String name() {
      String name = event.getEventType().getName();
      return name.startsWith(OURS) ? name.substring(OURS.length()) : name;
    }

    long start() {
      return nanos(event.getStartTime());
    }

    long end() {
      return nanos(event.getEndTime());
    }

    static long nanos(Instant time) {
      return time.getEpochSecond() * 1_000_000_000 + time.getNano();
    }

    String text(String field) {
      String text = event.getString(field);
      return text == null ? "" : text;
    }

    long number(String field) {
      return event.getLong(field);
    }

    String runtime() {
      return text("runtime");
    }

    int worker() {
      return event.getInt("worker");
    }

    /** The number of the thread that tells it; 0: not known. */
    long thread() {
      RecordedThread thread = event.getThread();
      return thread == null ? 0 : Math.max(0, thread.getJavaThreadId());
    }

    String threadName() {
      RecordedThread thread = event.getThread();
      String name = thread == null ? null : thread.getJavaName();
      return name == null || name.isEmpty() ? "thread " + thread() : name;
    }
  }
}
