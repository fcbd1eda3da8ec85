package dev.heddle.process;

import org.jspecify.annotations.Nullable;

/**
 * The report of a process that has failed, for the runtime's uncaught-exception handler; the cause
 * is what was thrown. Its message is made when it is asked for: a process that crashes often, and a
 * handler that does not print, should not pay for it.
 */
public final class ProcessCrash extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient CrashReport report;
  private transient @Nullable String message;

  ProcessCrash(CrashReport report) {
    super(null, report.error(), false, false);
    this.report = report;
  }

  /** All there is to tell. */
  public CrashReport report() {
    return report;
  }

  /** The report in some lines, without the stack. */
  @Override
  public String getMessage() {
    String text = message;
    if (text == null) {
      message = text = report.toString();
    }
    return text;
  }
}
