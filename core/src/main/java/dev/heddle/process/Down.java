package dev.heddle.process;

/** A process that this one {@linkplain ProcessContext#monitor monitors} has ended. */
public final class Down extends Event {
  private final Monitor monitor;
  private final Exit exit;

  Down(Monitor monitor, Exit exit) {
    this.monitor = monitor;
    this.exit = exit;
  }

  /** Which monitor this is from. */
  public Monitor monitor() {
    return monitor;
  }

  /** Who has ended. */
  public Pid pid() {
    return monitor.target();
  }

  /** How. */
  public Exit exit() {
    return exit;
  }

  @Override
  public String toString() {
    return "Down[" + pid() + ", " + exit + "]";
  }
}
