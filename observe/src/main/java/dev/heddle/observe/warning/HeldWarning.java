package dev.heddle.observe.warning;

/**
 * A warning of a worker that is held, made from what its stack tells.
 *
 * @param subject the worker
 * @param what that it is held
 * @param stack where; without frames if that is not known
 */
record HeldWarning(String subject, String what, HeldStack stack) {

  Warning make(Warning.Severity severity) {
    if (!stack.initialised().isEmpty()) {
      return new Warning(
          Warning.Kind.PINNED_WORKER,
          severity,
          subject,
          what,
          "The class initialiser of %s runs, and a thread in one cannot leave its worker.%s"
              .formatted(stack.initialised(), at()),
          "Have the class initialised before the work begins (Class.forName at start-up), or move"
              + " what is slow out of its static initialiser.");
    }
    if (!stack.nativeMethod().isEmpty()) {
      return new Warning(
          Warning.Kind.PINNED_WORKER,
          severity,
          subject,
          what,
          "Native code is on the stack (%s), and a thread in it cannot leave its worker.%s"
              .formatted(stack.nativeMethod(), at()),
          "Wrap the call in heddle.blockingCall(...) or Blocking.call(...), which runs it on a"
              + " thread of its own.");
    }
    return stack.isInStep() ? inStep(severity) : computing(severity);
  }

  private Warning inStep(Warning.Severity severity) {
    return new Warning(
        Warning.Kind.BLOCKING_STEP,
        severity,
        subject,
        what,
        "A step of a process %s.%s"
            .formatted(
                stack.waits() ? "blocks in what cannot be parked" : "computes for long", at()),
        "Yield a command for what takes long and go on when it is complete, or hand the work to a"
            + " task or a fiber.");
  }

  private Warning computing(Warning.Severity severity) {
    return new Warning(
        Warning.Kind.HELD_WORKER,
        severity,
        subject,
        what,
        (stack.waits()
                ? "The item waits for something, and its thread cannot leave the worker."
                : "The item computes for long, or does what cannot be parked, such as file I/O.")
            + at(),
        stack.waits()
            ? "Start the JVM with --add-opens java.base/java.lang=ALL-UNNAMED, or wrap the wait in"
                + " blockingCall."
            : "Split long computations into tasks; wrap file I/O and native calls in"
                + " blockingCall.");
  }

  private String at() {
    return stack.place().isEmpty() ? "" : " It was at " + stack.place() + ".";
  }
}
