package dev.heddle.observe.top;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows of columns, of which the last takes what is left of the width. The first heading is the
 * table's too.
 */
final class Table {
  private record Column(String title, int cells, boolean right) {}

  private final int width;
  private final List<Column> columns = new ArrayList<>();
  private final List<Line> rows = new ArrayList<>();

  Table(int width) {
    this.width = width;
  }

  /** A column of words. */
  Table words(String heading, int cells) {
    columns.add(new Column(heading, cells, false));
    return this;
  }

  /** A column of figures. */
  Table figures(String heading, int cells) {
    columns.add(new Column(heading, cells, true));
    return this;
  }

  void row(Style style, String... cells) {
    rows.add(Line.of(style, row(List.of(cells))));
  }

  private String row(List<String> cells) {
    StringBuilder row = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      String text = Cells.safe(cells.get(i));
      boolean last = i == columns.size() - 1;
      int room = last ? Math.max(column.cells, width - Cells.width(row.toString())) : column.cells;
      row.append(column.right ? Cells.right(text, room) : Cells.left(text, room));
      row.append(last ? "" : " ");
    }
    return row.toString().stripTrailing();
  }

  Panel panel() {
    String headings = row(columns.stream().map(Column::title).toList());
    return new Panel(Line.heading(headings, width), rows);
  }
}
