package dev.heddle.process;

/**
 * The report of a process that has failed, for the runtime's uncaught-exception handler; the cause
 * is what was thrown.
 */
public final class ProcessCrash extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ProcessInfo process;

  ProcessCrash(ProcessInfo process, String where, Throwable cause) {
    super(
        "the process %s (%s) has failed in %s".formatted(process.pid(), process.name(), where),
        cause);
    this.process = process;
  }

  /** The process as it was at its end. */
  public ProcessInfo process() {
    return process;
  }
}
