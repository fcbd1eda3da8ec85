package dev.heddle.observe.top;

/** Text in the cells of a terminal. */
final class Cells {
  private static final int REPLACEMENT = '?';

  private Cells() {}

  /**
   * Without what could move the cursor or change the terminal: names are anybody's. Control and
   * format characters, and halves of pairs, become question marks; lines, one line.
   */
  static String safe(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints()
        .map(point -> point == '\n' || point == '\t' ? ' ' : point)
        .map(point -> isPrintable(point) ? point : REPLACEMENT)
        .forEach(safe::appendCodePoint);
    return safe.toString();
  }

  private static boolean isPrintable(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /** How many cells it takes. */
  static int width(String text) {
    return text.codePoints().map(Cells::width).sum();
  }

  private static int width(int point) {
    int type = Character.getType(point);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    return isWide(point) ? 2 : 1;
  }

  private static boolean isWide(int point) {
    return point >= 0x1100
        && (point <= 0x115F
            || (point >= 0x2E80 && point <= 0xA4CF)
            || (point >= 0xAC00 && point <= 0xD7A3)
            || (point >= 0xF900 && point <= 0xFAFF)
            || (point >= 0xFE30 && point <= 0xFE6F)
            || (point >= 0xFF00 && point <= 0xFF60)
            || (point >= 0xFFE0 && point <= 0xFFE6)
            || (point >= 0x1F300 && point <= 0x1FAFF)
            || (point >= 0x20000 && point <= 0x3FFFD)
            || (point >= 0x2600 && point <= 0x27BF));
  }

  /** The beginning, in this many cells at most; what is cut off is told by a tilde. */
  static String cut(String text, int cells) {
    return width(text) <= cells ? text : first(text, cells - 1) + (cells > 0 ? "~" : "");
  }

  private static String first(String text, int cells) {
    StringBuilder kept = new StringBuilder();
    int used = 0;
    for (int point : text.codePoints().toArray()) {
      used += width(point);
      if (used > cells) {
        break;
      }
      kept.appendCodePoint(point);
    }
    return kept.toString();
  }

  /** In exactly this many cells, at the left. */
  static String left(String text, int cells) {
    String cut = cut(text, cells);
    return cut + " ".repeat(Math.max(0, cells - width(cut)));
  }

  /** In exactly this many cells, at the right. */
  static String right(String text, int cells) {
    String cut = cut(text, cells);
    return " ".repeat(Math.max(0, cells - width(cut))) + cut;
  }
}
