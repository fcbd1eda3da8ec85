package dev.heddle.metrics;

import java.util.List;

/**
 * Some of the fibers that were searched for.
 *
 * @param lines this page of them
 * @param matching how many match in all, of those looked at
 * @param looked at how many fibers it looked
 */
public record FiberPage(List<FiberLine> lines, long matching, long looked) {
  public FiberPage {
    lines = List.copyOf(lines);
  }
}
