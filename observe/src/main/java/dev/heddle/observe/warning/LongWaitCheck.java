package dev.heddle.observe.warning;

import dev.heddle.metrics.FiberLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Fibers that have waited for long: one warning for all that wait for the same. */
final class LongWaitCheck implements Check {
  @Override
  public void look(Look look, Consumer<Warning> told) {
    Map<String, List<FiberLine>> byWait =
        look.now().fibers().longestWaits().stream()
            .filter(fiber -> fiber.waitedMillis() >= look.limits().longWait().toMillis())
            .collect(
                Collectors.groupingBy(
                    fiber -> fiber.waitsFor() + "\n" + fiber.heldBy(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    byWait.values().forEach(fibers -> told.accept(warning(fibers)));
  }

  private static Warning warning(List<FiberLine> fibers) {
    FiberLine first = fibers.getFirst();
    String others =
        switch (fibers.size()) {
          case 1 -> " has";
          case 2 -> " and another one have";
          default -> " and " + (fibers.size() - 1) + " others have";
        };
    String waitsFor = first.waitsFor().isEmpty() ? "" : " for " + first.waitsFor();
    return new Warning(
        Warning.Kind.LONG_WAIT,
        Warning.Severity.INFO,
        first.name(),
        "%s%s waited%s for %s."
            .formatted(first.name(), others, waitsFor, Look.inWords(first.waitedMillis())),
        first.heldBy().isEmpty()
            ? "What it waits for has not come. A fiber that serves requests may wait so by design."
            : "It waits for what " + first.heldBy() + " holds.",
        first.heldBy().isEmpty()
            ? "If it should not wait so long, look at its stack, and give the wait a timeout."
            : "Look at the stack of " + first.heldBy() + ": why does it not let go?");
  }
}
