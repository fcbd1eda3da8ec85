package dev.heddle.scheduler;

import java.io.Serial;
import java.util.concurrent.RejectedExecutionException;

/**
 * Work was refused after it had been put into a queue, because the runtime had ended by then.
 * Unlike other refused work it has had its end: it was {@linkplain Work#abandon abandoned} by who
 * took it out of the queue, or has run. So who is told must not see to that once more.
 */
public final class TooLateException extends RejectedExecutionException {
  @Serial private static final long serialVersionUID = 1;

  TooLateException(String message) {
    super(message);
  }
}
