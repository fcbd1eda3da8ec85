package dev.heddle.bench.session;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Protocol;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/** A contender's process, seen from the parent. */
final class ChildProcess implements Contestant, AutoCloseable {
  private static final String END = "";
  private static final int LAST_WORDS = 30;
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final String label;
  private final Duration patience;
  private final Process process;
  private final Writer toChild;
  private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();
  private final Deque<String> lastWords = new ArrayDeque<>(); // guarded by itself
  private final Thread errorReader;

  private ChildProcess(String label, Process process, Duration patience) {
    this.label = label;
    this.patience = patience;
    this.process = process;
    this.toChild = process.outputWriter(StandardCharsets.UTF_8);
    Thread.ofPlatform().daemon().name(label + " out").start(this::readReplies);
    this.errorReader = Thread.ofPlatform().daemon().name(label + " err").start(this::readErrors);
  }

  /**
   * Starts a process. It ends when this JVM does, however that happens, because its input ends.
   *
   * @param patience how long it may be silent when an answer is due
   */
  static ChildProcess start(String label, List<String> command, Duration patience) {
    try {
      return new ChildProcess(label, new ProcessBuilder(command).start(), patience);
    } catch (IOException e) {
      throw new BenchmarkFailure(label + " cannot be started: " + e.getMessage());
    }
  }

  /**
   * How a warm-up went.
   *
   * @param rounds how many it took
   * @param time how long it took
   * @param settled whether the rounds had settled at the end
   */
  record WarmUp(int rounds, Duration time, boolean settled) {}

  /**
   * Waits until it is warm.
   *
   * @param onRound is told the cost of each round of the warm-up
   */
  WarmUp awaitReady(DoubleConsumer onRound) {
    while (true) {
      String[] words = answer().split(" ", -1);
      switch (words[0]) {
        case Protocol.WARMING -> onRound.accept(Double.parseDouble(words[1]));
        case Protocol.READY -> {
          return new WarmUp(
              Integer.parseInt(words[1]),
              Duration.ofMillis(Long.parseLong(words[2])),
              Boolean.parseBoolean(words[3]));
        }
        default -> throw failure("gave an answer that makes no sense: " + words[0]);
      }
    }
  }

  @Override
  public double round() {
    try {
      toChild.write(Protocol.ROUND + "\n");
      toChild.flush();
    } catch (IOException _) {
      throw died();
    }
    String[] words = answer().split(" ", -1);
    if (!words[0].equals(Protocol.COST)) {
      throw failure("gave an answer that makes no sense: " + words[0]);
    }
    return Double.parseDouble(words[1]);
  }

  private String answer() {
    String line;
    try {
      line = replies.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      throw failure("was waited for, but the wait was interrupted");
    }
    if (line == null) {
      throw hangs();
    }
    if (line.equals(END)) {
      throw died();
    }
    if (line.startsWith(Protocol.ERROR)) {
      throw failure("failed: " + line.substring(Protocol.ERROR.length()).strip());
    }
    return line;
  }

  private BenchmarkFailure hangs() {
    String dump = ThreadDump.of(process);
    return failure(
        "has said nothing for %d s and was ended%s"
            .formatted(patience.toSeconds(), dump.isEmpty() ? "" : ".\nIts threads:\n" + dump));
  }

  private BenchmarkFailure died() {
    String code = "";
    try {
      if (process.waitFor(GRACE)) {
        code = " with the exit code " + process.exitValue();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return failure("died" + code);
  }

  private BenchmarkFailure failure(String what) {
    close();
    try {
      errorReader.join(GRACE);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    synchronized (lastWords) {
      String said = lastWords.isEmpty() ? "" : "\nIt said:\n" + String.join("\n", lastWords);
      return new BenchmarkFailure(label + " " + what + said);
    }
  }

  private void readReplies() {
    try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
      String line;
      while ((line = in.readLine()) != null) {
        if (!line.isEmpty()) {
          replies.add(line);
        }
      }
    } catch (IOException _) {
      // It has ended, as if nothing more had come.
    }
    replies.add(END);
  }

  private void readErrors() {
    try (BufferedReader in = process.errorReader(StandardCharsets.UTF_8)) {
      @Nullable String line;
      while ((line = in.readLine()) != null) {
        synchronized (lastWords) {
          if (lastWords.size() == LAST_WORDS) {
            lastWords.removeFirst();
          }
          lastWords.addLast(line);
        }
      }
    } catch (IOException _) {
      // It has ended.
    }
  }

  /** Ends the process, at once: it is idle, or nobody cares for what it does. */
  @Override
  public void close() {
    // Not process.destroyForcibly(), which closes the pipes, with the last words still in them.
    process.toHandle().destroyForcibly();
    try {
      toChild.close();
    } catch (IOException _) {
      // It was gone already.
    }
  }
}
