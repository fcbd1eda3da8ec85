package dev.heddle.bench.book;

import static dev.heddle.bench.Suite.SAVINA;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class RatioChartTest {
  private static final Section SECTION =
      Samples.recording(
              true,
              Samples.row(SAVINA, "a<b", "default", 2, "pekko", 10),
              Samples.row(SAVINA, "a<b", "default", 2, "go", 100),
              Samples.row(SAVINA, "c", "x", 2, "go", 0.1))
          .sections()
          .getFirst();

  @Test
  void isWellFormedAndHasABarForEachRatio() throws Exception {
    String svg = Page.chart(SECTION);
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
    assertThat(svg)
        .contains("savina, 2 workers", "a&lt;b", "c x", "prefers-color-scheme: dark")
        .contains(">10.00<", ">100<", ">0.10<");
  }

  @Test
  void barsAreAsLongAsTheLogarithmOfTheirRatio() {
    String svg = Page.chart(SECTION);
    double ten = width(svg, 15);
    assertThat(ten).isPositive();
    assertThat(widths(svg)).anyMatch(width -> Math.abs(width - 2 * ten) < 0.3);
    assertThat(widths(svg)).filteredOn(width -> Math.abs(width - ten) < 0.3).hasSize(2);
  }

  private static double width(String svg, int least) {
    return widths(svg).stream().filter(width -> width > least).min(Double::compare).orElse(0.0);
  }

  private static List<Double> widths(String svg) {
    Matcher bars = Pattern.compile("<rect x.*? width=\"([0-9.]+)\" height=\"13.0\"").matcher(svg);
    return bars.results().map(bar -> Double.parseDouble(bar.group(1))).toList();
  }
}
