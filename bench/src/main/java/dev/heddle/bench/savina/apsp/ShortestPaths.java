package dev.heddle.bench.savina.apsp;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.SavinaRandom;
import dev.heddle.bench.savina.stage.Stage;
import dev.heddle.bench.savina.stage.StagedWork;
import java.util.ArrayList;
import java.util.List;

/**
 * The algorithm of Floyd and Warshall. A block sends itself to all in its row and its column before
 * each of its steps, as many as there are vertices.
 */
final class ShortestPaths extends StagedWork {
  private static final int REPEATS = 1;
  private static final int LONGEST = 100;

  final int vertices;
  final int block;

  /** Of blocks in a row or a column. */
  final int blocks;

  private final long[][] graph;
  private final long expected;

  ShortestPaths(int vertices, int block) {
    super((double) vertices * messages(vertices / block), REPEATS);
    this.vertices = vertices;
    this.block = block;
    this.blocks = vertices / block;
    graph = new long[vertices][vertices];
    SavinaRandom random = new SavinaRandom(vertices);
    for (int i = 0; i < vertices; i++) {
      for (int j = i + 1; j < vertices; j++) {
        graph[i][j] = random.next() % LONGEST + 1;
        graph[j][i] = graph[i][j];
      }
    }
    expected = expect();
  }

  /** How many messages there are before each step. */
  private static double messages(int blocks) {
    return 2.0 * blocks * blocks * (blocks - 1);
  }

  /** The same by a single thread. */
  private long expect() {
    long[][] distances = new long[vertices][];
    for (int i = 0; i < vertices; i++) {
      distances[i] = graph[i].clone();
    }
    for (int k = 0; k < vertices; k++) {
      for (int i = 0; i < vertices; i++) {
        for (int j = 0; j < vertices; j++) {
          distances[i][j] = Math.min(distances[i][j], distances[i][k] + distances[k][j]);
        }
      }
    }
    long sum = 0;
    for (int i = 0; i < vertices; i++) {
      for (int j = 0; j < vertices; j++) {
        sum += distances[i][j] * weight(i, j);
      }
    }
    return sum;
  }

  /** What the distance counts in the result, so that none can stand in the place of another. */
  long weight(int row, int column) {
    return (long) row * vertices + column + 1;
  }

  /** What a block begins with: its part of the graph, row by row. */
  long[] part(int number) {
    int row = number / blocks * block;
    int column = number % blocks * block;
    long[] part = new long[block * block];
    for (int i = 0; i < block; i++) {
      System.arraycopy(graph[row + i], column, part, i * block, block);
    }
    return part;
  }

  @Override
  protected <R> Actor<R> opening() {
    return new Master<>(this);
  }

  @Override
  protected void check(long result) {
    checkResult("the weighted sum of the distances", expected, result);
  }

  /** Makes the blocks, and adds up what they say. */
  private static final class Master<R> extends Actor<R> {
    private final ShortestPaths work;
    private int missing;
    private long sum;

    Master(ShortestPaths work) {
      this.work = work;
      this.missing = work.blocks * work.blocks;
    }

    @Override
    protected void start(Stage<R> stage) {
      List<R> all = new ArrayList<>(missing);
      for (int i = 0; i < missing; i++) {
        all.add(stage.spawnChild(new Block<>(work, i, stage.address())));
      }
      for (int i = 0; i < missing; i++) {
        stage.send(all.get(i), new Block.Neighbours<>(neighbours(all, i)));
      }
      all.forEach(one -> stage.send(one, Block.START));
    }

    private List<R> neighbours(List<R> all, int number) {
      List<R> neighbours = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        boolean sameRow = i / work.blocks == number / work.blocks;
        boolean sameColumn = i % work.blocks == number % work.blocks;
        if (sameRow != sameColumn) {
          neighbours.add(all.get(i));
        }
      }
      return neighbours;
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      sum += (Long) message;
      if (--missing == 0) {
        stage.stop();
        work.finish().arrive(sum);
      }
    }
  }
}
