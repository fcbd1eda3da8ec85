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
      message = text = describe();
    }
    return text;
  }

  private String describe() {
    try {
      return report.toString();
    } catch (Throwable e) { // the error itself cannot be printed
      return "the process %s has failed in %s with a %s that cannot be printed: %s"
          .formatted(
              report.process().pid(),
              report.where(),
              report.error().getClass().getName(),
              e.getClass().getName());
    }
  }
}
