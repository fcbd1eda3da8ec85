package dev.heddle.supervisor;

import dev.heddle.process.Pid;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A supervisor or a child of one, as it was at one moment, with all below it. From {@link
 * SupervisorHandle#tree}. Its text is the tree, a line for each.
 *
 * @param status what its supervisor says of it; of the root, that it runs
 * @param children those below it, in their order; empty if it is no supervisor or does not live
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public record SupervisorTree(ChildStatus status, List<SupervisorTree> children) {
  public SupervisorTree {
    children = List.copyOf(children);
  }

  static SupervisorTree of(SupervisorHandle handle, ChildStatus status)
      throws InterruptedException {
    List<SupervisorTree> below = new ArrayList<>();
    for (ChildStatus child : handle.children()) {
      below.add(child.isSupervisor() ? branch(handle, child) : leaf(child));
    }
    return new SupervisorTree(status, below);
  }

  private static SupervisorTree branch(SupervisorHandle above, ChildStatus child)
      throws InterruptedException {
    Pid pid = child.pid();
    if (pid == null) {
      return leaf(child);
    }
    try {
      return of(above.below(pid), child);
    } catch (SupervisorException e) {
      return leaf(child); // it has ended since
    }
  }

  private static SupervisorTree leaf(ChildStatus child) {
    return new SupervisorTree(child, List.of());
  }

  /** This one and all below it, from top to bottom. */
  public Stream<SupervisorTree> all() {
    return Stream.concat(Stream.of(this), children.stream().flatMap(SupervisorTree::all));
  }

  /** A child of this id; null if there is none. */
  public @Nullable SupervisorTree child(String id) {
    for (SupervisorTree child : children) {
      if (child.status.id().equals(id)) {
        return child;
      }
    }
    return null;
  }

  private String line() {
    StringBuilder line = new StringBuilder();
    line.append(status.id().isEmpty() ? "supervisor" : status.id()).append(": ");
    line.append(status.state());
    if (status.pid() != null) {
      line.append(" as ").append(status.pid());
    }
    if (status.restarts() > 0) {
      line.append(", ").append(status.restarts());
      line.append(status.restarts() == 1 ? " restart" : " restarts");
    }
    if (status.pid() == null && status.lastExit() != null) {
      line.append(", last ").append(status.lastExit());
    }
    return line.toString();
  }

  /** The tree, a line for each. */
  @Override
  public String toString() {
    return new TreeText<>(SupervisorTree::line, SupervisorTree::children).draw(this);
  }
}
