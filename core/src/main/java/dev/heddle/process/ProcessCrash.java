package dev.heddle.process;

/**
 * The report of a process that has failed, for the runtime's uncaught-exception handler; the cause
 * is what was thrown.
 */
public final class ProcessCrash extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient CrashReport report;

  ProcessCrash(CrashReport report) {
    super(report.toString(), report.error(), false, false);
    this.report = report;
  }

  /** All there is to tell. */
  public CrashReport report() {
    return report;
  }
}
