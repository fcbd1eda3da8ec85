package dev.heddle.observe.top;

import java.util.List;

/**
 * A part of the screen.
 *
 * @param heading its first line
 * @param rows the others, the most important first
 */
record Panel(Line heading, List<Line> rows) {
  Panel {
    rows = List.copyOf(rows);
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }
}
