package dev.heddle.bench.savina.trapezoid;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.Stage;
import dev.heddle.bench.savina.stage.StagedWork;

/** The area below a curve, in many thin pieces, which workers compute for a master. */
final class Trapezoid extends StagedWork {
  private static final int REPEATS = 1;
  private static final int WORKERS = 100;
  private static final double LEFT = 1;
  private static final double RIGHT = 5;

  /** The area is told in whole numbers, of this many to one. */
  private static final double SCALE = 1e6;

  private static final int PIECES_TO_COMPARE = 1_000_000;

  private final int pieces;
  private final long expected;

  /** How many pieces the workers had; written by the master before it arrives. */
  private volatile int computed;

  Trapezoid(int pieces) {
    super(pieces, REPEATS);
    this.pieces = pieces;
    int some = Math.min(pieces, PIECES_TO_COMPARE);
    this.expected = Math.round(area(LEFT, (RIGHT - LEFT) / some, some) * SCALE);
  }

  @Override
  protected <R> Actor<R> opening() {
    return new Master<>(this);
  }

  /** Sums of floating-point numbers depend on their order, and on how fine the pieces are. */
  @Override
  protected void check(long result) {
    checkEqual("the number of pieces", pieces, computed);
    checkResult("the error beyond what is tolerable", 0, Math.abs(result - expected) / 2);
  }

  private static double area(double left, double width, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      double from = i * width + left;
      double to = from + width;
      sum += (height(from) + height(to)) / 2 * width;
    }
    return sum;
  }

  @SuppressWarnings("MagicNumber") // the formula is Savina's
  private static double height(double x) {
    double wave = Math.sin(Math.pow(x, 3) - 1);
    return wave / (x + 1) * Math.sqrt(1 + Math.exp(Math.sqrt(2 * x)));
  }

  private record Part(double left, double right, double width) {}

  private record Area(double area, int pieces) {}

  private static final class Master<R> extends Actor<R> {
    private final Trapezoid work;
    private int missing = WORKERS;
    private int pieces;
    private double area;

    Master(Trapezoid work) {
      this.work = work;
    }

    @Override
    protected void start(Stage<R> stage) {
      double width = (RIGHT - LEFT) / work.pieces;
      double range = (RIGHT - LEFT) / WORKERS;
      for (int i = 0; i < WORKERS; i++) {
        double left = range * i + LEFT;
        R worker = stage.spawnChild(new Worker<>(stage.address()));
        stage.send(worker, new Part(left, left + range, width));
      }
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      if (message instanceof Area(double part, int count)) {
        area += part;
        pieces += count;
        if (--missing == 0) {
          work.computed = pieces;
          stage.stop();
          work.finish().arrive(Math.round(area * SCALE));
        }
      }
    }
  }

  private static final class Worker<R> extends Actor<R> {
    private final R master;

    Worker(R master) {
      this.master = master;
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      if (message instanceof Part(double left, double right, double width)) {
        int count = (int) Math.round((right - left) / width);
        stage.send(master, new Area(area(left, width, count), count));
        stage.stop();
      }
    }
  }
}
