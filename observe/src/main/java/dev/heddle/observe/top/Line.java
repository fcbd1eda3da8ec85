package dev.heddle.observe.top;

import java.util.ArrayList;
import java.util.List;

/** A line of the screen: pieces of text, each in its style. Safe text only gets in. */
final class Line {
  private record Piece(Style style, String text) {}

  static final Line EMPTY = new Line(List.of());

  private final List<Piece> pieces;

  private Line(List<Piece> pieces) {
    this.pieces = pieces;
  }

  static Line of(String text) {
    return of(Style.PLAIN, text);
  }

  static Line of(Style style, String text) {
    return EMPTY.and(style, text);
  }

  Line and(String text) {
    return and(Style.PLAIN, text);
  }

  Line and(Style style, String text) {
    List<Piece> more = new ArrayList<>(pieces);
    more.add(new Piece(style, Cells.safe(text)));
    return new Line(more);
  }

  /** A bar over the whole width. */
  static Line heading(String text, int width) {
    return of(Style.HEADING, Cells.left(Cells.safe(text), width));
  }

  /**
   * What goes to the terminal: never more than {@code width} cells.
   *
   * @param colours whether the terminal has them
   */
  String render(int width, boolean colours) {
    StringBuilder text = new StringBuilder();
    int left = width;
    for (Piece piece : pieces) {
      String shown = Cells.cut(piece.text, left);
      left -= Cells.width(shown);
      boolean styled = colours && piece.style != Style.PLAIN && !shown.isEmpty();
      text.append(styled ? piece.style.on + shown + Style.OFF : shown);
    }
    return text.toString();
  }

  /** The text without colours, for who reads it. */
  @Override
  public String toString() {
    return render(Integer.MAX_VALUE, false);
  }
}
