package dev.heddle.metrics;

import java.util.List;

/**
 * Some of the processes that were searched for.
 *
 * @param lines this page of them
 * @param matching how many match in all
 * @param looked at how many processes it looked
 */
public record ProcessPage(List<ProcessLine> lines, long matching, long looked) {
  public ProcessPage {
    lines = List.copyOf(lines);
  }
}
