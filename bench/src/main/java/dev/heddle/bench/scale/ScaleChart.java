package dev.heddle.bench.scale;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How much longer the programs took than the greedy bound says, against the number of workers: a
 * line for each program. Light and dark, by the reader's preference.
 */
final class ScaleChart {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 460;
  private static final int LEFT = 64;
  private static final int RIGHT = 24;
  private static final int TOP = 56;
  private static final int BOTTOM = 60;
  private static final int DOUBLINGS = 10;
  private static final double LEAST = 0.6;
  private static final double MOST = 1.6;
  private static final List<String> COLOURS = List.of("#2a78b8", "#d1622b", "#3d8f5a");

  private ScaleChart() {}

  static String of(Map<ScaleProgram, List<ScaleRow>> all) {
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" \
        font-family="system-ui, sans-serif" font-size="13">
        <style>
          svg { background: #fff; } text { fill: #222; } .grid { stroke: #ddd; } \
        .ideal { stroke: #888; stroke-dasharray: 5 4; fill: none; }
          @media (prefers-color-scheme: dark) { svg { background: #16181c; } text { fill: #ddd; } \
        .grid { stroke: #333; } }
        </style>
        <text x="%3$d" y="28" font-size="16" font-weight="600">Time taken / (T1/P + Tinf), on P simulated workers</text>
        """
            .formatted(WIDTH, HEIGHT, LEFT));
    for (int i = 0; i <= DOUBLINGS; i++) {
      svg.append(line("grid", x(i), TOP, x(i), HEIGHT - BOTTOM));
      svg.append(text(x(i), HEIGHT - BOTTOM + 20, "middle", Integer.toString(1 << i)));
    }
    for (int tenths = (int) (LEAST * 10); tenths <= MOST * 10; tenths += 2) {
      double y = y(tenths / 10.0);
      svg.append(line("grid", LEFT, y, WIDTH - RIGHT, y));
      svg.append(text(LEFT - 8, y + 4, "end", String.format(Locale.ROOT, "%.1f", tenths / 10.0)));
    }
    svg.append(text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 16, "middle", "workers"));
    svg.append(line("ideal", x(0), y(1), x(DOUBLINGS), y(1)));
    int colour = 0;
    for (Map.Entry<ScaleProgram, List<ScaleRow>> each : all.entrySet()) {
      svg.append(curve(each.getKey(), each.getValue(), COLOURS.get(colour)));
      double y = TOP + 20 + 22 * colour;
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%d\" y=\"%.1f\" width=\"14\" height=\"4\" fill=\"%s\"/>%n",
              LEFT + 14,
              y - 6,
              COLOURS.get(colour)));
      svg.append(text(LEFT + 36, y, "start", each.getKey().title()));
      colour++;
    }
    double y = TOP + 20 + 22 * colour;
    svg.append(line("ideal", LEFT + 14, y - 4, LEFT + 28, y - 4));
    svg.append(text(LEFT + 36, y, "start", "the greedy bound"));
    return svg.append("</svg>\n").toString();
  }

  private static String curve(ScaleProgram program, List<ScaleRow> rows, String colour) {
    Duration alone = rows.getFirst().makespan();
    StringBuilder points = new StringBuilder();
    for (ScaleRow row : rows) {
      double doublings = Math.log(row.workers()) / Math.log(2);
      double ratio = row.ratio(alone, program.path());
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(doublings), y(ratio)));
    }
    return "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2.5\"/>%n"
        .formatted(points.toString().trim(), colour);
  }

  private static double x(double doublings) {
    return LEFT + doublings * (WIDTH - LEFT - RIGHT) / DOUBLINGS;
  }

  private static double y(double ratio) {
    return HEIGHT - BOTTOM - (ratio - LEAST) * (HEIGHT - TOP - BOTTOM) / (MOST - LEAST);
  }

  private static String line(String kind, double x1, double y1, double x2, double y2) {
    return String.format(
        Locale.ROOT,
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
        kind,
        x1,
        y1,
        x2,
        y2);
  }

  private static String text(double x, double y, String anchor, String text) {
    return String.format(
        Locale.ROOT,
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
        x,
        y,
        anchor,
        text);
  }
}
