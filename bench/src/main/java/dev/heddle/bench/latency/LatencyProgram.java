package dev.heddle.bench.latency;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Scale;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;

/**
 * Asks an idle runtime again and again, and gives it time to fall asleep in between. A round is a
 * histogram, of which one percentile is told.
 */
final class LatencyProgram implements Program {
  /** In each heat. */
  static final int BOOK_ROUNDS = 4;

  static final int BOOK_HEATS = 3;

  private static final int PAUSE_MILLIS = 1;
  private static final int QUESTIONS = 1_000;
  private static final int QUICK_QUESTIONS = 300;
  private static final int TINY_QUESTIONS = 5;
  private static final int WARM_UP_QUESTIONS = 50;
  private static final int BURST = 4_000;
  private static final int SHORT_PAUSE = 10_000;
  private static final int DIGITS = 3;

  private final Percentile percentile;
  private final Stamp stamp;
  private final LongConsumer ask;
  private final Runnable stop;
  private final int questions;
  private final int warmUpQuestions;
  private long question;

  /**
   * @param stamp where the runtime answers
   * @param ask hands its argument to the runtime, which sets the stamp to it
   * @param stop ends the runtime
   */
  LatencyProgram(
      Setting setting, Percentile percentile, Stamp stamp, LongConsumer ask, Runnable stop) {
    this.percentile = percentile;
    this.stamp = stamp;
    this.ask = ask;
    this.stop = stop;
    this.questions = questions(setting.scale());
    this.warmUpQuestions = setting.scale().size(TINY_QUESTIONS, WARM_UP_QUESTIONS);
  }

  private static int questions(Scale scale) {
    return switch (scale) {
      case TINY -> TINY_QUESTIONS;
      case QUICK -> QUICK_QUESTIONS;
      case FULL -> QUESTIONS;
    };
  }

  @Override
  public double round() throws InterruptedException {
    return askOften(questions);
  }

  /**
   * So many questions that everything is compiled, and some for the measure. The many come after
   * short pauses: without any the runtime would not even have left what it does, and the way there
   * would stay as it is.
   */
  @Override
  public double warmUpRound() throws InterruptedException {
    for (int i = 0; i < BURST; i++) {
      LockSupport.parkNanos(SHORT_PAUSE);
      askOnce();
    }
    return askOften(warmUpQuestions);
  }

  @Override
  public double operations() {
    return BURST + warmUpQuestions;
  }

  private double askOften(int times) throws InterruptedException {
    Histogram histogram = new Histogram(DIGITS);
    for (int i = 0; i < times; i++) {
      Thread.sleep(PAUSE_MILLIS);
      histogram.recordValue(askOnce());
    }
    return histogram.getValueAtPercentile(percentile.percent());
  }

  private long askOnce() {
    long asked = question++;
    long start = System.nanoTime();
    ask.accept(asked);
    long answered = stamp.await();
    if (answered != asked) {
      throw new BenchmarkFailure("wrong result: asked %d, answered %d".formatted(asked, answered));
    }
    return stamp.nanos() - start;
  }

  @Override
  public void close() {
    stop.run();
  }
}
