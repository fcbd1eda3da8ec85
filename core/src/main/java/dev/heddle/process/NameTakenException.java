package dev.heddle.process;

/** A name was not registered, because another process has it. */
public final class NameTakenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Pid holder;

  NameTakenException(String name, Pid holder) {
    super("the name '" + name + "' is taken by " + holder);
    this.holder = holder;
  }

  /** Who has the name. */
  public Pid holder() {
    return holder;
  }
}
