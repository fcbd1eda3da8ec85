package dev.heddle.metrics;

import java.util.List;

/**
 * A process, looked at closely.
 *
 * @param line what a table shows of it
 * @param links whom it is linked to
 * @param names the names that it is registered by
 * @param commands its commands that are under way, shortened; some at most
 * @param children whom it has spawned that live, by number; some at most
 * @param stack where its code is, innermost first, a line each; empty if it is not running
 * @param lastEvents what it was given and did since it was looked at closely for the first time,
 *     the oldest first; some at most
 */
public record ProcessDetail(
    ProcessLine line,
    List<String> links,
    List<String> names,
    List<String> commands,
    List<ProcessLine> children,
    String stack,
    List<String> lastEvents) {
  public ProcessDetail {
    links = List.copyOf(links);
    names = List.copyOf(names);
    commands = List.copyOf(commands);
    children = List.copyOf(children);
    lastEvents = List.copyOf(lastEvents);
  }
}
