package dev.heddle.observe.top;

import com.sun.tools.attach.AttachNotSupportedException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What another JVM is asked, on a thread of its own: one that stands still, because it was stopped
 * or has no memory left, never answers, and whoever asks must not stand still with it.
 *
 * @param <T> the type of the answer
 */
final class Question<T> {
  /** How long an answer may take. Longer than the JDK tries to attach, and then tidies up. */
  static final Duration PATIENCE = Duration.ofSeconds(15);

  private final FutureTask<T> answer;
  private final long deadline = System.nanoTime() + PATIENCE.toNanos();

  private Question(Callable<T> asked) {
    answer = new FutureTask<>(asked);
  }

  /** Begins to ask. */
  static <T> Question<T> ask(Callable<T> asked) {
    Question<T> question = new Question<>(asked);
    Thread thread = new Thread(question.answer, "asks another JVM");
    thread.setDaemon(true);
    thread.start();
    return question;
  }

  /**
   * Waits for the answer.
   *
   * @throws TimeoutException if there was none in time, or the caller was interrupted
   * @throws AttachNotSupportedException if the JVM cannot be asked
   * @throws IOException if it cannot be asked any more, or by this user
   */
  T await() throws TimeoutException, AttachNotSupportedException, IOException {
    try {
      return answer.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case AttachNotSupportedException refused -> throw refused;
        case IOException failed -> throw failed;
        case RuntimeException failed -> throw failed;
        case null, default -> throw new IllegalStateException(e.getCause());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TimeoutException("interrupted");
    }
  }
}
