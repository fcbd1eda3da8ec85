package dev.heddle.task;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Worker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A graph of actions, of which each starts when those before it are done. It is built once and run
 * any number of times, also at the same time, each time with data of its own.
 *
 * <pre>{@code
 * Dag.Builder<Frame> builder = Dag.builder();
 * Dag.Node<Frame> cull = builder.node("cull", Frame::cull);
 * Dag.Node<Frame> light = builder.node("light", Frame::light);
 * builder.root().then(cull, light);
 * builder.node("draw", Frame::draw).after(cull, light);
 * Dag<Frame> dag = builder.build();
 *
 * dag.run(frame);                            // inside of a runtime
 * heddle.invoke(() -> dag.run(frame));       // from outside
 * }</pre>
 *
 * <p><b>Promise.</b> In a run each action is called at most once, and what the actions before it
 * did is visible to it; after {@link #run} everything is. Actions that do not wait for each other
 * run at once, as far as there are workers. An action may block: only its fiber waits.
 *
 * <p><b>Failure.</b> What comes after an action that failed is skipped; everything else goes on.
 * {@code run} then throws the first failure, the very object, with the others attached as
 * suppressed.
 *
 * <p><b>Cost.</b> A run makes one small object a node, and no other garbage. Along a chain the
 * worker stays with it.
 *
 * <p>A dag is immutable, and any thread may use it.
 *
 * @param <D> the type of a run's data
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class Dag<D extends @Nullable Object> {
  /**
   * What a node does.
   *
   * @param <D> the type of a run's data
   */
  @FunctionalInterface
  public interface Action<D extends @Nullable Object> {
    /** Does it, with the data of the run. */
    void run(D data) throws Exception;
  }

  /*
   * Implementation. Nodes are numbers; the root is not among them, as it does nothing. starts are
   * those that wait for the root alone. DagRun has the state of a run.
   */
  final String[] names;
  final List<Action<? super D>> actions;
  final int[][] successors;
  final int[] predecessors;
  final int[] starts;
  final int sinks;

  private Dag(List<Node<D>> nodes, Set<Node<D>> afterRoot) {
    int count = nodes.size();
    names = new String[count];
    List<Action<? super D>> all = new ArrayList<>(count);
    successors = new int[count][];
    predecessors = new int[count];
    int ends = 0;
    for (Node<D> node : nodes) {
      names[node.index] = node.name;
      all.add(node.action);
      int[] next = node.next.stream().mapToInt(each -> each.index).toArray();
      successors[node.index] = next;
      Arrays.stream(next).forEach(each -> predecessors[each]++);
      ends += next.length == 0 ? 1 : 0;
    }
    actions = List.copyOf(all);
    starts =
        afterRoot.stream()
            .mapToInt(node -> node.index)
            .filter(index -> predecessors[index] == 0)
            .toArray();
    sinks = ends;
  }

  /** Starts a new graph. */
  public static <D extends @Nullable Object> Builder<D> builder() {
    return new Builder<>();
  }

  /**
   * Runs all actions with {@code data} and waits for the last; only the calling fiber waits. The
   * caller runs actions itself meanwhile, if nobody else has taken them.
   *
   * @throws CancellationException if the caller is interrupted while it waits, which stays set:
   *     actions that have not started are skipped, the others are interrupted, and have ended
   * @throws IllegalStateException outside of a runtime; use {@code heddle.invoke} there
   */
  public void run(D data) {
    Worker worker = Worker.current();
    if (worker == null) {
      throw new IllegalStateException(
          "Dag.run was called outside of a runtime; use heddle.invoke(() -> dag.run(data))");
    }
    if (starts.length > 0) {
      StackRoom.toHold(); // so that the wait cannot fail, whatever an action does with the rest
      new DagRun<>(this, data, worker.scheduler()).run();
    }
  }

  /** How many nodes it has, without the root. */
  public int size() {
    return names.length;
  }

  /** For messages. */
  @Override
  public String toString() {
    return "Dag of " + names.length + " nodes";
  }

  /**
   * A node of a graph that is being built.
   *
   * @param <D> the type of a run's data
   */
  public static final class Node<D extends @Nullable Object> {
    private final Builder<D> builder;
    private final int index;
    private final String name;
    private final Action<? super D> action;
    private final Set<Node<D>> next = new LinkedHashSet<>();

    private Node(Builder<D> builder, int index, String name, Action<? super D> action) {
      this.builder = builder;
      this.index = index;
      this.name = name;
      this.action = action;
    }

    /**
     * Lets all of {@code successors} wait for this node. To say so twice is the same as once.
     *
     * @return this node
     * @throws IllegalArgumentException if one is of another builder
     */
    @SafeVarargs
    public final Node<D> then(Node<D>... successors) {
      for (Node<D> each : successors) {
        if (each.builder != builder) {
          throw new IllegalArgumentException(
              "%s belongs to another builder than %s: link nodes of one".formatted(each, this));
        }
      }
      for (Node<D> each : successors) {
        next.add(each);
      }
      return this;
    }

    /**
     * Makes a node that waits for this one.
     *
     * @return the new node
     */
    public Node<D> then(String newName, Action<? super D> newAction) {
      Node<D> made = builder.node(newName, newAction);
      next.add(made);
      return made;
    }

    /**
     * Lets this node wait for all of {@code predecessors}.
     *
     * @return this node
     * @throws IllegalArgumentException if one is of another builder
     */
    @SafeVarargs
    public final Node<D> after(Node<D>... predecessors) {
      for (Node<D> each : predecessors) {
        each.then(this);
      }
      return this;
    }

    /** Its name, for messages. */
    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * Builds a graph. It can be used again after {@link #build}, to build a larger one. Not for use
   * by several threads.
   *
   * @param <D> the type of a run's data
   */
  public static final class Builder<D extends @Nullable Object> {
    private final List<Node<D>> nodes = new ArrayList<>();
    private final Node<D> root = new Node<>(this, -1, "root", data -> {});

    private Builder() {}

    /** Where each run starts. It does nothing itself. */
    public Node<D> root() {
      return root;
    }

    /** Makes a node; {@code name} is for messages and need not be unique. */
    public Node<D> node(String name, Action<? super D> action) {
      Node<D> made =
          new Node<>(
              this,
              nodes.size(),
              Objects.requireNonNull(name, "name"),
              Objects.requireNonNull(action, "action"));
      nodes.add(made);
      return made;
    }

    /** Makes a node that is named by its number, from 0 on. */
    public Node<D> node(Action<? super D> action) {
      return node("node " + nodes.size(), action);
    }

    /**
     * Makes the graph. One without nodes is allowed; its runs do nothing.
     *
     * @throws IllegalStateException if nodes wait for each other in a cycle, or cannot be reached
     *     from the root; the message names them
     */
    public Dag<D> build() {
      List<Node<D>> cycle = findCycle();
      if (!cycle.isEmpty()) {
        throw new IllegalStateException(
            "cycle: " + cycle.stream().map(Node::toString).collect(Collectors.joining(" then ")));
      }
      List<Node<D>> lost = unreachable();
      if (!lost.isEmpty()) {
        throw new IllegalStateException(
            "not reachable from the root, so never run: "
                + lost.stream().map(Node::toString).collect(Collectors.joining(", "))
                + "; link them with then or after");
      }
      return new Dag<>(nodes, root.next);
    }

    /**
     * The nodes of one cycle in their order, the first at the end again; empty if there is none.
     */
    private List<Node<D>> findCycle() {
      int[] waits = new int[nodes.size() + 1]; // by index + 1, as the root's is -1
      List<Node<D>> all = new ArrayList<>(nodes);
      all.add(root);
      all.forEach(node -> node.next.forEach(next -> waits[next.index + 1]++));
      ArrayDeque<Node<D>> open = new ArrayDeque<>();
      all.stream().filter(node -> waits[node.index + 1] == 0).forEach(open::add);
      Node<D> node;
      while ((node = open.poll()) != null) {
        waits[node.index + 1] = -1;
        for (Node<D> next : node.next) {
          if (--waits[next.index + 1] == 0) {
            open.add(next);
          }
        }
      }
      all.removeIf(each -> waits[each.index + 1] < 0);
      return all.isEmpty() ? List.of() : walkBack(all);
    }

    /** Each of {@code left} has a predecessor among them: who goes back from one meets a cycle. */
    private static <D extends @Nullable Object> List<Node<D>> walkBack(List<Node<D>> left) {
      LinkedHashSet<Node<D>> path = new LinkedHashSet<>();
      Node<D> at = left.getFirst();
      while (path.add(at)) {
        Node<D> here = at;
        at = left.stream().filter(each -> each.next.contains(here)).findFirst().orElseThrow();
      }
      List<Node<D>> cycle = new ArrayList<>(path);
      cycle = new ArrayList<>(cycle.subList(cycle.indexOf(at), cycle.size()));
      cycle.add(at);
      return cycle.reversed();
    }

    private List<Node<D>> unreachable() {
      Set<Node<D>> reached = new LinkedHashSet<>(Set.of(root));
      ArrayDeque<Node<D>> open = new ArrayDeque<>(reached);
      Node<D> node;
      while ((node = open.poll()) != null) {
        node.next.stream().filter(reached::add).forEach(open::add);
      }
      return nodes.stream().filter(each -> !reached.contains(each)).toList();
    }
  }
}
