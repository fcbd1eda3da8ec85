package dev.heddle.process;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a step wants to come next: a status, and commands ("yields"). Each call of a status method
 * replaces the one before. Usually none is needed: then the process waits, for its commands if some
 * are under way, else for messages, and either wakes it.
 *
 * <p>One output is used for many steps, of other processes too; so it must not be kept. To use it
 * on another thread than the step's, or outside of a step, is an {@link IllegalStateException}. The
 * first {@value #WITHOUT_ALLOCATION} commands of a step allocate nothing here.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class StepOutput {
  static final int WITHOUT_ALLOCATION = 4;

  enum Status {
    UNSAID,
    AGAIN,
    IDLE,
    BLOCKED,
    COMPLETE,
    FAILED
  }

  private static final Status[] STATUSES = Status.values();

  private final StepRun run;

  /**
   * The status, as its number: to write references into what lives as long as this costs the
   * collector's barrier. So does the thread's.
   */
  private int said;

  @Nullable Object result;
  @Nullable Throwable error;
  private long[] tags = new long[WITHOUT_ALLOCATION];
  private @Nullable Object[] commands = new Object[WITHOUT_ALLOCATION];
  private int size;

  /** The number of the thread whose step this is for; 0 between steps. */
  private long stepper;

  StepOutput(StepRun run) {
    this.run = run;
  }

  /** What the process can do besides: what its {@link Process#init} was given. */
  public ProcessContext context() {
    check();
    return run.cell();
  }

  /**
   * Lets the runtime carry out {@code command}, after this step. Its end comes as a {@link
   * Completion} with {@code tag}, which the process chooses to tell its commands apart.
   */
  @SuppressWarnings("NamedLikeContextualKeyword") // the name for it, and always qualified
  public void yield(long tag, Object command) {
    check();
    if (command == null) {
      throw new NullPointerException("command");
    }
    if (size == tags.length) {
      long[] moreTags = Arrays.copyOf(tags, size * 2);
      commands = Arrays.copyOf(commands, size * 2);
      tags = moreTags; // both, or neither
    }
    tags[size] = tag;
    commands[size++] = command;
  }

  /** Step again, also without events. Others get their turn in between. */
  public void again() {
    say(Status.AGAIN);
  }

  /** Wait for messages. A command that is done wakes the process too. */
  public void idle() {
    say(Status.IDLE);
  }

  /**
   * Wait for the commands under way. A message wakes the process too. If there are no commands
   * under way, not from earlier steps either, the process crashes: it could wait for ever.
   */
  public void blocked() {
    say(Status.BLOCKED);
  }

  /** End, without a result. */
  public void complete() {
    complete(null);
  }

  /**
   * End with {@code result}. Commands of this step are not carried out any more, and become dead
   * letters, as does what is left in the mailbox.
   */
  public void complete(@Nullable Object result) {
    say(Status.COMPLETE);
    this.result = result;
  }

  /** End as if the step had thrown {@code error}. */
  public void fail(Throwable error) {
    if (error == null) {
      throw new NullPointerException("error");
    }
    say(Status.FAILED);
    this.error = error;
  }

  private void say(Status next) {
    check();
    said = next.ordinal();
    result = null;
    error = null;
  }

  /** Refuses callers from elsewhere. */
  void check() {
    if (stepper != Thread.currentThread().threadId()) {
      throw new IllegalStateException(
          "a StepOutput can be used only during the step that it was given to, on its thread; from"
              + " elsewhere send the process a message");
    }
  }

  void begin(long thread) {
    stepper = thread;
    said = 0;
  }

  /** What the step has said. */
  Status status() {
    return STATUSES[said];
  }

  /** The step has thrown {@code thrown}. */
  void crashed(Throwable thrown) {
    said = Status.FAILED.ordinal();
    error = thrown;
  }

  /** The step has returned: it can say no more. */
  void returned() {
    stepper = 0;
  }

  /** How many commands there are. */
  int size() {
    return size;
  }

  long tag(int index) {
    return tags[index];
  }

  Object command(int index) {
    return Objects.requireNonNull(commands[index]);
  }

  /** The first {@code n} commands are given out. */
  void forget(int n) {
    for (int i = 0; i < size; i++) {
      tags[i] = i + n < size ? tags[i + n] : 0;
      commands[i] = i + n < size ? commands[i + n] : null;
    }
    size -= n;
  }

  /** After a step: no commands, no outcome. */
  void end() {
    result = null;
    error = null;
    for (int i = 0; i < size; i++) {
      commands[i] = null;
    }
    size = 0;
  }
}
