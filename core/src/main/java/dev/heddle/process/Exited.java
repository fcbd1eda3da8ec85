package dev.heddle.process;

/**
 * A process that this one is linked to has ended, in whatever way; only for who {@linkplain
 * ProcessContext#trapExits traps} exits.
 */
public final class Exited extends Event {
  private final Pid pid;
  private final Exit exit;

  Exited(Pid pid, Exit exit) {
    this.pid = pid;
    this.exit = exit;
  }

  /** Who has ended. */
  public Pid pid() {
    return pid;
  }

  /** How. */
  public Exit exit() {
    return exit;
  }

  @Override
  public String toString() {
    return "Exited[" + pid + ", " + exit + "]";
  }
}
