package dev.heddle.bench.scale;

import dev.heddle.Heddle;
import dev.heddle.sim.Simulation;
import dev.heddle.task.Task;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A binary tree of forks and joins, with nearly all the work in its leaves. */
record BalancedTree(int height) implements ScaleProgram {
  private static final Duration INNER = Duration.ofNanos(1_000);

  @Override
  public String title() {
    return "balanced tree";
  }

  @Override
  public long items() {
    return (2L << height) - 1;
  }

  @Override
  public Duration path() {
    return INNER.multipliedBy(height).plus(WORK);
  }

  @Override
  public void run(Heddle heddle) {
    heddle.invoke(new Node(height));
  }

  private static final class Node extends Task {
    private final int height;

    Node(int height) {
      this.height = height;
    }

    @Override
    protected @Nullable Task execute() {
      if (height == 0) {
        Simulation.spend(WORK);
      } else {
        Simulation.spend(INNER);
        Node left = new Node(height - 1);
        left.spawn();
        new Node(height - 1).execute();
        left.join();
      }
      return null;
    }
  }
}
