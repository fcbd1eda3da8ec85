package dev.heddle.bench.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What was counted, against what was accepted.
 *
 * @param complaints a sentence for each figure that is not as it should be; none: all is well
 * @param remarks what else is worth knowing
 */
record Verdict(List<String> complaints, List<String> remarks) {

  /** Told where a figure has become much smaller: from then on it may as well be held. */
  private static final double MUCH_LESS = 0.8;

  static Verdict of(List<Figure> accepted, Map<String, Double> counted) {
    List<String> complaints = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    for (Figure figure : accepted) {
      Double now = counted.get(figure.name());
      if (now == null) {
        complaints.add(figure.name() + " is not counted any more");
      } else if (now > figure.limit()) {
        complaints.add(grew(figure, now));
      } else if (now < figure.value() * MUCH_LESS - figure.plus()) {
        remarks.add(
            "%s shrank from %s to %s"
                .formatted(figure.name(), Figure.number(figure.value()), Figure.number(now)));
      }
    }
    counted.keySet().stream()
        .filter(name -> accepted.stream().noneMatch(figure -> figure.name().equals(name)))
        .forEach(name -> complaints.add(name + " is new, and nobody has accepted it yet"));
    return new Verdict(complaints, remarks);
  }

  private static String grew(Figure figure, double now) {
    String percent =
        figure.value() > 0
            ? String.format(Locale.ROOT, " (%+.1f %%)", (now / figure.value() - 1) * 100)
            : "";
    return "%s grew from %s to %s%s; at most %s is allowed"
        .formatted(
            figure.name(),
            Figure.number(figure.value()),
            Figure.number(now),
            percent,
            Figure.number(figure.limit()));
  }
}
