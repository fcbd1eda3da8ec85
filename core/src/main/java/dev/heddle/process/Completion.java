package dev.heddle.process;

/** A command that the process has yielded is done: with a result, or with an error. */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public abstract sealed class Completion extends Event permits PendingCommand {
  Completion() {}

  /** Whether the command has failed. */
  public final boolean failed() {
    return error() != null;
  }

  /** The command that is done. */
  public abstract Object command();

  @Override
  public final String toString() {
    Throwable error = error();
    return "Completion[" + tag() + ", " + (error == null ? data() : error) + "]";
  }
}
