package dev.heddle.observe.top;

import java.util.ArrayList;
import java.util.List;

/** Sentences over several lines. */
final class Prose {
  private Prose() {}

  /** Breaks {@code text} at spaces; {@code begin} stands before it, and as much room below that. */
  static List<String> wrap(String begin, String text, int width) {
    List<String> lines = new ArrayList<>();
    int room = Math.max(1, width - Cells.width(begin));
    String margin = begin;
    String line = "";
    for (String word : text.strip().split(" +", -1)) {
      boolean fits = Cells.width(line) + 1 + Cells.width(word) <= room;
      if (line.isEmpty() || fits) {
        line = line.isEmpty() ? word : line + " " + word;
      } else {
        lines.add(margin + line);
        margin = " ".repeat(Cells.width(begin));
        line = word;
      }
    }
    lines.add(margin + line);
    return lines;
  }
}
