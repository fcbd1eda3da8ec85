package dev.heddle.observe.warning;

import dev.heddle.metrics.ProcessLine;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Processes that were in one step at several looks: it blocks, or computes for long. */
final class LongStepCheck implements Check {
  private static final String RUNNING = "RUNNING";

  private static final int LOOKS = 3;

  /** It was in the step of this number since then, at so many looks. */
  private record Step(long number, long sinceMillis, int looks) {}

  private Map<String, Step> steps = new HashMap<>();

  @Override
  public void look(Look look, Consumer<Warning> told) {
    Map<String, ProcessLine> running = new LinkedHashMap<>();
    look.now()
        .processes()
        .longestMailboxes()
        .forEach(process -> running.put(process.pid(), process));
    look.now().processes().busiest().forEach(process -> running.put(process.pid(), process));
    running.values().removeIf(process -> !process.state().equals(RUNNING));
    Map<String, Step> seen = new HashMap<>();
    long now = look.now().atMillis();
    for (ProcessLine process : running.values()) {
      Step before = steps.get(process.pid());
      Step step =
          before != null && before.number == process.steps()
              ? new Step(before.number, before.sinceMillis, before.looks + 1)
              : new Step(process.steps(), now, 1);
      seen.put(process.pid(), step);
      if (step.looks >= LOOKS && now - step.sinceMillis >= look.limits().held().toMillis()) {
        told.accept(warning(process, now - step.sinceMillis));
      }
    }
    steps = seen;
  }

  private static Warning warning(ProcessLine process, long lasted) {
    return new Warning(
        Warning.Kind.BLOCKING_STEP,
        Warning.Severity.WARNING,
        process.name(),
        "%s (%s) has been in one step for %s%s."
            .formatted(
                process.name(),
                process.pid(),
                Look.inWords(lasted),
                process.mailbox() == 0
                    ? ""
                    : ", while " + process.mailbox() + " messages wait for it"),
        "The step blocks, or computes for long. A process handles nothing else meanwhile.",
        "Yield a command for what takes long and go on when it is complete, or hand the work to a"
            + " task or a fiber. Its detail shows the stack.");
  }
}
