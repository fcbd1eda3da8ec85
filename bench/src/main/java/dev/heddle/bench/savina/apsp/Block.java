package dev.heddle.bench.savina.apsp;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.Stage;
import java.util.List;

/** Some rows and columns of the distances. */
final class Block<R> extends Actor<R> {
  static final Object START = "start";

  /** Whom to send to. */
  record Neighbours<R>(List<R> all) {}

  /** The distances of a block before a step. */
  private static final class Distances {
    final int step;
    final int block;
    final long[] values;

    Distances(int step, int block, long[] values) {
      this.step = step;
      this.block = block;
      this.values = values;
    }
  }

  private final ShortestPaths work;
  private final int number;
  private final R master;
  private List<R> neighbours = List.of();

  /** Whether it was told to start: the others, who were told before, may send first. */
  private boolean started;

  private int step;
  private long[] mine;

  /** What the others have before this step, by their numbers. */
  private long[][] theirs;

  private int received;

  /** Before the next one: a neighbour may be ahead, but not by more. */
  private long[][] ahead;

  private int receivedAhead;

  Block(ShortestPaths work, int number, R master) {
    this.work = work;
    this.number = number;
    this.master = master;
    this.mine = work.part(number);
    this.theirs = new long[work.blocks * work.blocks][];
    this.ahead = new long[work.blocks * work.blocks][];
  }

  @Override
  @SuppressWarnings("unchecked") // all actors of a run have the same kind of address
  protected void receive(Object message, Stage<R> stage) {
    if (message instanceof Distances distances) {
      keep(distances);
    } else if (message instanceof Neighbours<?>(List<?> all)) {
      neighbours = (List<R>) all;
    } else {
      started = true;
      tell(stage);
    }
    while (started && received == neighbours.size() && step < work.vertices) {
      advance(stage);
    }
  }

  private void keep(Distances distances) {
    if (distances.step == step) {
      theirs[distances.block] = distances.values;
      received++;
    } else {
      ahead[distances.block] = distances.values;
      receivedAhead++;
    }
  }

  private void advance(Stage<R> stage) {
    compute();
    step++;
    long[][] used = theirs;
    theirs = ahead;
    ahead = used;
    received = receivedAhead;
    receivedAhead = 0;
    if (step < work.vertices) {
      tell(stage);
    } else {
      stage.send(master, sum());
      stage.stop();
    }
  }

  private void tell(Stage<R> stage) {
    Distances distances = new Distances(step, number, mine);
    for (R neighbour : neighbours) {
      stage.send(neighbour, distances);
    }
  }

  /** Paths through the vertex of this step. The others still look at the old values. */
  private void compute() {
    int size = work.block;
    int via = step / size;
    long[] left = of(number / work.blocks * work.blocks + via);
    long[] above = of(via * work.blocks + number % work.blocks);
    int inner = step % size;
    long[] next = new long[size * size];
    for (int i = 0; i < size; i++) {
      long to = left[i * size + inner];
      for (int j = 0; j < size; j++) {
        int at = i * size + j;
        next[at] = Math.min(mine[at], to + above[inner * size + j]);
      }
    }
    mine = next;
  }

  private long[] of(int block) {
    return block == number ? mine : theirs[block];
  }

  private long sum() {
    int row = number / work.blocks * work.block;
    int column = number % work.blocks * work.block;
    long sum = 0;
    for (int i = 0; i < mine.length; i++) {
      sum += mine[i] * work.weight(row + i / work.block, column + i % work.block);
    }
    return sum;
  }
}
