package dev.heddle.testing;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What Heddle logs, from the moment it is opened until it is closed. */
public final class Logged extends Handler implements AutoCloseable {
  private final Logger logger = Logger.getLogger("dev.heddle");
  private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();

  public Logged() {
    logger.addHandler(this);
  }

  /** The messages about the runtime {@code name}, each with what was thrown, if anything was. */
  public List<String> about(String name) {
    return records.stream()
        .map(each -> each.getMessage() + (each.getThrown() == null ? "" : ": " + each.getThrown()))
        .filter(message -> message.contains(name))
        .toList();
  }

  @Override
  public void publish(LogRecord logRecord) {
    records.add(logRecord);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
