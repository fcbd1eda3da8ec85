package dev.heddle.supervisor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A supervisor with its children, as data. Started by {@link Supervisor#start}; as a part of a
 * larger tree by {@link ChildSpec#supervisor}.
 *
 * <pre>{@code
 * SupervisorSpec shop =
 *     SupervisorSpec.oneForOne(
 *         ChildSpec.process("stock", Stock::new),
 *         ChildSpec.body("till", Till::run).withRestart(Restart.TRANSIENT));
 * }</pre>
 *
 * @param name for reports and lists; empty: as a child it is called by its id
 * @param strategy which children are restarted when one has to be
 * @param limit how many restarts are too many
 * @param backoff how long to wait before a restart
 * @param children its first children, in the order in which they are started
 */
public record SupervisorSpec(
    String name, Strategy strategy, RestartLimit limit, Backoff backoff, List<ChildSpec> children) {
  public SupervisorSpec {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(strategy, "strategy");
    Objects.requireNonNull(limit, "limit");
    Objects.requireNonNull(backoff, "backoff");
    children = List.copyOf(children);
    Set<String> ids = new HashSet<>();
    for (ChildSpec child : children) {
      if (!ids.add(child.id())) {
        throw new IllegalArgumentException(
            "two children have the id '" + child.id() + "': each needs one of its own");
      }
    }
  }

  /** With the strategy {@link Strategy#ONE_FOR_ONE}. */
  public static SupervisorSpec oneForOne(ChildSpec... children) {
    return of(Strategy.ONE_FOR_ONE, children);
  }

  /** With the strategy {@link Strategy#ONE_FOR_ALL}. */
  public static SupervisorSpec oneForAll(ChildSpec... children) {
    return of(Strategy.ONE_FOR_ALL, children);
  }

  /** With the strategy {@link Strategy#REST_FOR_ONE}. */
  public static SupervisorSpec restForOne(ChildSpec... children) {
    return of(Strategy.REST_FOR_ONE, children);
  }

  private static SupervisorSpec of(Strategy strategy, ChildSpec... children) {
    return new SupervisorSpec("", strategy, RestartLimit.DEFAULT, Backoff.NONE, List.of(children));
  }

  /** With a name. */
  public SupervisorSpec withName(String name) {
    return new SupervisorSpec(name, strategy, limit, backoff, children);
  }

  /** With another {@link RestartLimit}. */
  public SupervisorSpec withLimit(int restarts, Duration within) {
    return new SupervisorSpec(
        name, strategy, new RestartLimit(restarts, within), backoff, children);
  }

  /** With another backoff. */
  public SupervisorSpec withBackoff(Backoff backoff) {
    return new SupervisorSpec(name, strategy, limit, backoff, children);
  }

  /** With one more child, the last. */
  public SupervisorSpec withChild(ChildSpec child) {
    List<ChildSpec> more = new ArrayList<>(children);
    more.add(child);
    return new SupervisorSpec(name, strategy, limit, backoff, more);
  }

  /** The whole tree, as text of a line for each. */
  public String describe() {
    String label = name.isEmpty() ? "supervisor" : name + ": supervisor";
    return new TreeText<>(Branch::label, Branch::below)
        .draw(new Branch(label + ", " + this, children));
  }

  /** A line of the tree, with the children of which more lines are below. */
  private record Branch(String label, List<ChildSpec> children) {
    List<Branch> below() {
      return children.stream()
          .map(
              child ->
                  new Branch(
                      child.toString(),
                      child.factory() instanceof ChildFactory.OfSupervisor nested
                          ? nested.spec().children()
                          : List.of()))
          .toList();
    }
  }

  /** In a line, without its children: see {@link #describe}. */
  @Override
  public String toString() {
    return "%s, %s, %s".formatted(strategy, limit, backoff);
  }
}
