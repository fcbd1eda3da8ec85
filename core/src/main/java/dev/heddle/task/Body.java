package dev.heddle.task;

/**
 * Something to run that has no result and may throw anything: a {@link Runnable} for code that
 * blocks. A {@code Runnable r} is one as {@code r::run}.
 */
@FunctionalInterface
public interface Body {
  /** Does it. */
  void run() throws Exception;
}
