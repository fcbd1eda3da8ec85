package dev.heddle.supervisor;

import dev.heddle.process.Cancel;
import dev.heddle.process.Command;
import dev.heddle.process.Down;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Exited;
import dev.heddle.process.Message;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.ProcessOptions;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A process that starts others, its children, and starts them again when they end, as its {@link
 * SupervisorSpec} says.
 *
 * <pre>{@code
 * SupervisorHandle shop =
 *     Supervisor.start(
 *         heddle.processes(), SupervisorSpec.oneForOne(ChildSpec.process("stock", Stock::new)));
 * }</pre>
 *
 * <p><b>Starting.</b> Children are started in order; one that is a supervisor counts as started
 * when all its own have been. A child's factory and {@link Process#init} run on the supervisor,
 * which can do nothing else meanwhile: what takes long belongs into the first step. If one cannot
 * be started, those before it are stopped, in reverse order, and the supervisor fails with an error
 * that names it.
 *
 * <p><b>Restarting.</b> When a child ends by itself, {@link Restart} says whether it is started
 * again, {@link Strategy} which others are with it, {@link Backoff} after which wait, and {@link
 * RestartLimit} when that happens too often. A restart that fails counts as a crash of the child.
 * Others that were stopped on request or had come to a normal end stay so. A temporary child that
 * is stopped for the sake of another is forgotten.
 *
 * <p><b>Stopping.</b> In reverse order, one after the other: each child gets a {@link Cancel}, and
 * is killed when its time is up, which is logged and {@linkplain StopReport reported}. So it goes
 * on a {@link Cancel} of the supervisor too: when the runtime closes, the tree stops from its last
 * leaf to its root. The supervisor then completes with the {@link StopReport} as its result.
 *
 * <p><b>Ties.</b> It is linked to its children and traps exits. If it is killed, its children are
 * too, and supervisors among them stop their own; the supervisor above it waits for that. So a
 * child is never started while its last incarnation is still alive, nor while something is that was
 * below it.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class Supervisor implements Process {
  private static final System.Logger LOG = System.getLogger("dev.heddle");

  private final SupervisorSpec spec;

  /** Whether its parent, a supervisor too, wants to know when it has started. */
  private final boolean below;

  private @Nullable ProcessContext context;
  private @Nullable Supervision supervision;
  private final List<Message> awaitingStart = new ArrayList<>(0);
  private boolean keptAwake;

  /** For a spawn of your own; {@link #start} also waits until the children have been started. */
  public Supervisor(SupervisorSpec spec) {
    this(spec, false);
  }

  private Supervisor(SupervisorSpec spec, boolean below) {
    this.spec = Objects.requireNonNull(spec, "spec");
    this.below = below;
  }

  /** One that tells its parent, a supervisor too, when it has started. */
  static Supervisor below(SupervisorSpec spec, String id) {
    return new Supervisor(spec.name().isEmpty() ? spec.withName(id) : spec, true);
  }

  /**
   * Spawns a supervisor and waits until all its children have been started. Inside of a runtime
   * only the caller's fiber waits.
   *
   * @throws SupervisorException if one cannot be; what was started before it has been stopped
   * @throws InterruptedException if the caller is interrupted; then the supervisor is told to stop
   */
  public static SupervisorHandle start(Processes processes, SupervisorSpec spec)
      throws InterruptedException {
    ProcessOptions options = ProcessOptions.DEFAULT.withName(spec.name());
    Pid pid = processes.spawn(new Supervisor(spec), options);
    SupervisorHandle handle = SupervisorHandle.of(processes, pid);
    try {
      handle.awaitStart();
    } catch (InterruptedException e) {
      processes.cancel(pid);
      throw e;
    }
    return handle;
  }

  private Supervision supervision() {
    return Objects.requireNonNull(supervision, "before init");
  }

  @Override
  public void init(ProcessContext given, String method, @Nullable Object input) {
    context = given;
    given.trapExits(true);
    supervision = new Supervision(spec, given, this::hasStarted);
  }

  private void hasStarted() {
    ProcessContext mine = Objects.requireNonNull(context);
    awaitingStart.forEach(message -> reply(message, mine.self()));
    awaitingStart.clear();
    Pid parent = mine.parent();
    if (below && parent != null) {
      mine.processes().sendUrgent(parent, new Note.Started(mine.self()));
    }
  }

  @Override
  public void step(Events events, StepOutput out) {
    for (Event event : events) {
      take(event);
    }
    boolean more = supervision().settle();
    if (supervision().isOver()) {
      supervision().end(out);
      awaitingStart.forEach(message -> reply(message, supervision().whyOver()));
      return;
    }
    if (supervision().isEnding() && !keptAwake) {
      keptAwake = true; // a runtime that closes waits for who waits for a command
      out.yield(0, Command.sleep(Duration.ofDays(365)));
    }
    if (more) {
      out.again();
    }
  }

  /** For the one above, when this one has ended: see {@link Crew#leftBehind}. */
  Map<Pid, Optional<Supervisor>> leftBehind() {
    return supervision().crew().leftBehind();
  }

  private void take(Event event) {
    switch (event) {
      case Message message -> {
        switch (message.data()) {
          case Note note -> supervision().take(note);
          case SupervisorRequest request -> take(message, request);
          default -> notUnderstood(message);
        }
      }
      case Exited exited -> supervision().exited(exited.pid(), exited.exit());
      case Down down -> supervision().orphanEnded(down.pid());
      case Cancel _ -> supervision().stop();
      default -> {}
    }
  }

  private void take(Message message, SupervisorRequest request) {
    switch (request) {
      case SupervisorRequest.ListChildren _ -> reply(message, supervision().crew().list());
      case SupervisorRequest.AwaitStart _ -> {
        if (supervision().isStarted()) {
          reply(message, Objects.requireNonNull(context).self());
        } else {
          awaitingStart.add(message);
        }
      }
      case SupervisorRequest.Stop(Duration timeout) -> supervision().stop(message, timeout);
      case SupervisorRequest.OfChild change -> supervision().requests().add(message, change);
    }
  }

  private void notUnderstood(Message message) {
    String text =
        "%s does not know what to do with a %s"
            .formatted(supervision().name(), message.data().getClass().getName());
    LOG.log(System.Logger.Level.WARNING, text);
    reply(message, new SupervisorException(text));
  }

  /** Answers a message, if somebody waits for that. */
  static void reply(Message message, Object answer) {
    if (message.expectsReply()) {
      message.reply(answer);
    }
  }

  @Override
  public String toString() {
    return "Supervisor[" + spec + (supervision == null ? "" : "; " + supervision) + "]";
  }
}
