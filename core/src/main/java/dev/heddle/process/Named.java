package dev.heddle.process;

/**
 * A name that this process {@linkplain ProcessContext#watchName watches} for has been registered.
 */
public final class Named extends Event {
  private final String name;
  private final Pid pid;

  Named(String name, Pid pid) {
    this.name = name;
    this.pid = pid;
  }

  /** The name. */
  public String name() {
    return name;
  }

  /** Who has it. */
  public Pid pid() {
    return pid;
  }

  @Override
  public String toString() {
    return "Named[" + name + ", " + pid + "]";
  }
}
