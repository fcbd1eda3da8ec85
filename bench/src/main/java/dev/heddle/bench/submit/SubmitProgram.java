package dev.heddle.bench.submit;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Scale;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/** Asks an idle runtime again and again, and gives it time to fall asleep in between. */
final class SubmitProgram implements Program {
  private static final int PAUSE_MILLIS = 2;
  private static final int QUESTIONS = 150;
  private static final int TINY_QUESTIONS = 5;
  private static final int BURST = 2_000;

  private final LongUnaryOperator ask;
  private final Runnable stop;
  private final int questions;
  private long question;

  /**
   * @param ask hands its argument to the runtime, and waits for the runtime to return it
   */
  SubmitProgram(Setting setting, LongUnaryOperator ask, Runnable stop) {
    this.ask = ask;
    this.stop = stop;
    this.questions = setting.scale() == Scale.TINY ? TINY_QUESTIONS : QUESTIONS;
  }

  @Override
  public double round() throws InterruptedException {
    long[] nanos = new long[questions];
    for (int i = 0; i < questions; i++) {
      Thread.sleep(PAUSE_MILLIS);
      nanos[i] = askOnce();
    }
    Arrays.sort(nanos);
    return nanos[questions / 2];
  }

  /** So many questions without a pause that everything is compiled, and a round for the measure. */
  @Override
  public double warmUpRound() throws InterruptedException {
    for (int i = 0; i < BURST; i++) {
      askOnce();
    }
    return round();
  }

  private long askOnce() {
    long asked = question++;
    long start = System.nanoTime();
    long answer = ask.applyAsLong(asked);
    long nanos = System.nanoTime() - start;
    if (answer != asked) {
      throw new BenchmarkFailure("wrong result: asked for %d, got %d".formatted(asked, answer));
    }
    return nanos;
  }

  @Override
  public void close() {
    stop.run();
  }
}
