package dev.heddle.bench.scale;

import dev.heddle.Heddle;
import dev.heddle.sim.Simulation;
import dev.heddle.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A tree that has grown by chance, somewhere at its edge each time; the work is in every node. */
final class UnbalancedTree implements ScaleProgram {
  private static final int MOST_CHILDREN = 8;

  private final Shape root = new Shape();

  UnbalancedTree(int size, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Shape> edge = new ArrayList<>(List.of(root));
    for (int grown = 1; grown < size; ) {
      int at = random.nextInt(edge.size());
      Shape node = edge.get(at);
      edge.set(at, edge.getLast());
      edge.removeLast();
      int children = 1 + random.nextInt(MOST_CHILDREN);
      for (int i = 0; i < children; i++) {
        Shape child = new Shape();
        node.children.add(child);
        edge.add(child);
      }
      grown += children;
    }
    root.measure();
  }

  private static final class Shape {
    final List<Shape> children = new ArrayList<>(0);
    int size = 1;
    int height = 1;

    void measure() {
      for (Shape child : children) {
        child.measure();
        size += child.size;
        height = Math.max(height, child.height + 1);
      }
    }
  }

  @Override
  public String title() {
    return "unbalanced tree";
  }

  @Override
  public long items() {
    return root.size;
  }

  @Override
  public Duration path() {
    return WORK.multipliedBy(root.height);
  }

  @Override
  public void run(Heddle heddle) {
    heddle.invoke(new Node(root));
  }

  private static final class Node extends Task {
    private final Shape shape;

    Node(Shape shape) {
      this.shape = shape;
    }

    @Override
    protected @Nullable Task execute() {
      Simulation.spend(WORK);
      List<Node> children = new ArrayList<>(shape.children.size());
      for (Shape child : shape.children) {
        Node node = new Node(child);
        node.spawn();
        children.add(node);
      }
      for (int i = children.size() - 1; i >= 0; i--) {
        children.get(i).join();
      }
      return null;
    }
  }
}
