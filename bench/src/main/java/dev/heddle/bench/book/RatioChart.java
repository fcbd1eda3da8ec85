package dev.heddle.bench.book;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Ratios as bars from 1 on a logarithmic scale: to the right where Heddle costs less, to the left
 * where the rival does. A group for each row, a colour for each rival; light or dark, by the
 * reader's preference.
 */
final class RatioChart {
  private static final int WIDTH = 900;
  private static final int RIGHT = 70;
  private static final int TOP = 92;
  private static final int BOTTOM = 46;
  private static final int BAR = 13;
  private static final int STEP = 15;
  private static final int GROUP_GAP = 12;
  private static final int LETTER = 8;

  /** How long a bar is at least, so that its colour can be seen beside the line. */
  private static final int LEAST = 4;

  /** Beside the labels: for the value of a bar that goes as far to the left as can be. */
  private static final int BESIDE_LABELS = 46;

  private static final double[] TICKS = {1, 2, 5};

  /**
   * A bar.
   *
   * @param rival whose
   * @param ratio how long
   */
  record Bar(Rival rival, double ratio) {}

  /**
   * Bars that stand together.
   *
   * @param label of what
   * @param bars at least one
   */
  record Group(String label, List<Bar> bars) {}

  private final String title;
  private final List<Group> groups;
  private final int left;
  private final double low;
  private final double high;
  private final int height;
  private final StringBuilder svg = new StringBuilder();

  private RatioChart(String title, List<Group> groups) {
    this.title = title;
    this.groups = groups;
    this.left =
        16
            + BESIDE_LABELS
            + LETTER * groups.stream().mapToInt(group -> group.label.length()).max().orElse(0);
    this.low = Math.min(0.5, tickBelow(ratios(groups).min().orElse(1)));
    this.high = Math.max(2, tickAbove(ratios(groups).max().orElse(1)));
    this.height =
        TOP
            + BOTTOM
            + groups.stream().mapToInt(group -> group.bars.size() * STEP + GROUP_GAP).sum();
  }

  /** As an SVG file. */
  static String of(String title, List<Group> groups, List<Rival> rivals) {
    return new RatioChart(title, groups).draw(rivals);
  }

  private static DoubleStream ratios(List<Group> groups) {
    return groups.stream().flatMap(group -> group.bars.stream()).mapToDouble(Bar::ratio);
  }

  private String draw(List<Rival> rivals) {
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" \
        font-family="system-ui, sans-serif" font-size="13">
        <style>
          .page { fill: #fff; } text { fill: #222; } .note { fill: #666; } .grid { stroke: #e2e2e2; } \
        .one { stroke: #222; stroke-width: 1.5; } .value { font-size: 11px; }
          @media (prefers-color-scheme: dark) { .page { fill: #16181c; } text { fill: #ddd; } \
        .note { fill: #999; } .grid { stroke: #333; } .one { stroke: #ddd; } }
        </style>
        <rect class="page" width="100%%" height="100%%"/>
        """
            .formatted(WIDTH, height));
    svg.append(
        "<text x=\"16\" y=\"28\" font-size=\"16\" font-weight=\"600\">%s</text>%n"
            .formatted(escaped(title)));
    legend(rivals);
    scale();
    bars();
    line("one", x(1), TOP - 6, x(1), height - BOTTOM + 2);
    text("note", x(1) + 8, height - 10, "start", "Heddle costs less \u2192");
    text("note", x(1) - 8, height - 10, "end", "\u2190 the rival costs less");
    return svg.append("</svg>\n").toString();
  }

  private void legend(List<Rival> rivals) {
    double x = 16;
    for (Rival rival : rivals) {
      rect(x, 46, 12, 12, rival.colour());
      text("name", x + 18, 57, "start", rival.title());
      x += 18 + rival.title().length() * LETTER + 14;
    }
    text("note", WIDTH - 16, 28, "end", "rival's cost / Heddle's cost, logarithmic");
  }

  private void scale() {
    for (double tick = low; tick <= high * 1.001; tick = next(tick)) {
      line("grid", x(tick), TOP - 6, x(tick), height - BOTTOM + 2);
      text("note", x(tick), TOP - 12, "middle", number(tick));
    }
  }

  private void bars() {
    double y = TOP;
    for (Group group : groups) {
      double middle = y + group.bars.size() * STEP / 2.0;
      text("name", left - BESIDE_LABELS, middle + 4, "end", group.label);
      for (Bar bar : group.bars) {
        boolean faster = bar.ratio >= 1;
        double end =
            faster ? Math.max(x(bar.ratio), x(1) + LEAST) : Math.min(x(bar.ratio), x(1) - LEAST);
        double from = Math.min(x(1), end);
        double to = Math.max(x(1), end);
        rect(from, y, to - from, BAR, bar.rival.colour());
        text("value", faster ? to + 4 : from - 4, y + 11, faster ? "start" : "end", value(bar));
        y += STEP;
      }
      y += GROUP_GAP;
    }
  }

  private static String value(Bar bar) {
    return String.format(Locale.ROOT, bar.ratio >= 100 ? "%.0f" : "%.2f", bar.ratio);
  }

  private double x(double ratio) {
    return left + Math.log(ratio / low) / Math.log(high / low) * (WIDTH - left - RIGHT);
  }

  private static double tickBelow(double value) {
    double tick = 1;
    while (tick > value) {
      tick = previous(tick);
    }
    return tick;
  }

  private static double tickAbove(double value) {
    double tick = 1;
    while (tick < value) {
      tick = next(tick);
    }
    return tick;
  }

  private static double next(double tick) {
    double power = Math.pow(10, Math.floor(Math.log10(tick * 1.001)));
    for (double step : TICKS) {
      if (step * power > tick * 1.001) {
        return step * power;
      }
    }
    return 10 * power;
  }

  private static double previous(double tick) {
    return 1 / next(1 / tick);
  }

  private static String number(double tick) {
    return tick >= 1
        ? String.format(Locale.ROOT, "%.0f", tick)
        : String.format(Locale.ROOT, "%.4f", tick).replaceAll("0+$", "");
  }

  private void rect(double x, double y, double width, double height, String colour) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
            x,
            y,
            width,
            height,
            colour));
  }

  private void line(String kind, double x1, double y1, double x2, double y2) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
            kind,
            x1,
            y1,
            x2,
            y2));
  }

  private void text(String kind, double x, double y, String anchor, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
            kind,
            x,
            y,
            anchor,
            escaped(text)));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
