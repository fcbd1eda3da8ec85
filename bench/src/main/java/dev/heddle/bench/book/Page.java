package dev.heddle.bench.book;

import dev.heddle.bench.foreign.Language;
import dev.heddle.bench.session.Absence;
import dev.heddle.bench.session.Result;
import dev.heddle.bench.session.Row;
import dev.heddle.bench.session.Statistics;
import dev.heddle.bench.session.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The one page of the book, in Markdown. */
final class Page {
  private static final String MEANS_CHART = "means.svg";

  /** Beside a median that may be another one next time. */
  private static final String UNSTEADY = " †";

  private final Recording recording;
  private final Reasons reasons;
  private final List<Means> means;
  private final List<Rival> rivals;
  private final StringBuilder text = new StringBuilder();

  private Page(Recording recording, Reasons reasons) {
    this.recording = recording;
    this.reasons = reasons;
    this.means = Means.of(recording);
    this.rivals = Rival.order(recording.duels());
  }

  static String of(Recording recording, Reasons reasons) {
    return new Page(recording, reasons).write();
  }

  /** The chart that the page shows of the means. */
  static String meansChart(Recording recording) {
    List<Rival> rivals = Rival.order(recording.duels());
    List<RatioChart.Group> groups = new ArrayList<>();
    for (Means over : Means.of(recording)) {
      List<RatioChart.Bar> bars = new ArrayList<>();
      for (Rival rival : rivals) {
        Means.Mean mean = over.against(rival);
        if (mean != null) {
          bars.add(new RatioChart.Bar(rival, mean.value()));
        }
      }
      groups.add(new RatioChart.Group(over.title(), bars));
    }
    return RatioChart.of("Geometric means", groups, rivals);
  }

  /** The chart that the page shows of a section. */
  static String chart(Section section) {
    List<Duel> duels = section.duels();
    List<Rival> rivals = Rival.order(duels);
    List<RatioChart.Group> groups =
        duels.stream()
            .map(Duel::label)
            .distinct()
            .map(
                label ->
                    new RatioChart.Group(
                        label,
                        duels.stream()
                            .filter(duel -> duel.label().equals(label))
                            .sorted(Comparator.comparingInt(duel -> rivals.indexOf(duel.rival())))
                            .map(duel -> new RatioChart.Bar(duel.rival(), duel.ratio()))
                            .toList()))
            .toList();
    return RatioChart.of(section.title(), groups, rivals);
  }

  static String meansChartFile() {
    return MEANS_CHART;
  }

  private String write() {
    paragraph("# The benchmark book");
    paragraph(
        "Written by `%s`, and never edited by hand. [How a run works and what exactly is"
                .formatted(fact(Book.COMMAND, "./heddle bench --book"))
            + " run](../benchmarks.md) is told elsewhere; all that stands here comes from"
            + " [results.jsonl](results.jsonl).");
    if (!recording.complete()) {
      paragraph("**The run was interrupted: this is what it had until then.**");
    }
    others();
    failures();
    losses();
    means();
    missing();
    recording.sections().forEach(this::section);
    howItWasRun();
    return text.toString();
  }

  /** Somebody who reads what was measured on a machine in use should know. */
  private void others() {
    try {
      double load = Double.parseDouble(fact(Book.LOAD, "0"));
      int processors = Integer.parseInt(fact(Surroundings.PROCESSORS, "1"));
      if (load > processors / 2.0) {
        paragraph(
            ("**When it began, the load average was %s on %d processors: they were in use.**"
                    + " Trust the ratios more than the costs, and neither much.")
                .formatted(fact(Book.LOAD, ""), processors));
      }
    } catch (NumberFormatException _) {
      // Nobody knew it.
    }
  }

  private void failures() {
    List<Absence> failed = recording.absences(Absence.Kind.FAILED);
    if (failed.isEmpty()) {
      return;
    }
    paragraph("## Failed");
    paragraph(
        "These gave a wrong result, died or hung, and have no part in what follows. Where a rival"
            + " takes part in two forms and one of them failed, the other one is shown and not"
            + " counted: it may be the slower one.");
    row("benchmark", "variant", "contender", "workers", "what happened");
    row("---", "---", "---", "--:", "---");
    for (Absence each : failed) {
      row(each.benchmark(), each.variant(), each.contender(), each.workers(), each.sentence());
    }
    text.append('\n');
  }

  private void losses() {
    paragraph("## Where Heddle loses");
    List<Duel> lost =
        recording.duels().stream()
            .filter(Duel::lost)
            .sorted(
                Comparator.comparing((Duel duel) -> !duel.rival().onJvm())
                    .thenComparingDouble(Duel::ratio))
            .toList();
    if (lost.isEmpty()) {
      paragraph(
          recording.duels().isEmpty()
              ? "Nothing was compared."
              : "In no row: no ratio is below %.2f.".formatted(Duel.LOST));
      return;
    }
    paragraph(
        "All rows with a ratio below %.2f, those against rivals on the JVM first."
            .formatted(Duel.LOST));
    row("benchmark", "workers", "rival", "ratio", "why");
    row("---", "--:", "---", "--:", "---");
    for (Duel duel : lost) {
      row(
          duel.label(),
          duel.workers(),
          duel.rival().title(),
          lostRatio(duel.ratio()),
          reasons.of(duel, recording.duels()));
    }
    text.append('\n');
  }

  /** With one decimal more where two would look like the limit itself. */
  private static String lostRatio(double ratio) {
    String two = Table.ratio(ratio);
    return two.equals(Table.ratio(Duel.LOST)) ? String.format(Locale.ROOT, "%.3f", ratio) : two;
  }

  private void means() {
    paragraph("## Geometric means");
    if (means.isEmpty()) {
      paragraph("There are none: nothing was compared.");
      return;
    }
    paragraph(
        "Of the ratios in a suite: a rival's median cost divided by Heddle's, 2.00: Heddle is"
            + " twice as fast. In parentheses, over how many rows. Of Pekko's two dispatchers the"
            + " faster one in each row counts. Limits such as bare continuations are no rivals,"
            + " and are left out.");
    paragraph("![geometric means](%s)".formatted(MEANS_CHART));
    row("suite", rivals.stream().map(Rival::title).toArray());
    row("---", rivals.stream().map(_ -> "--:").toArray());
    for (Means over : means) {
      row(over.title(), rivals.stream().map(rival -> mean(over.against(rival))).toArray());
    }
    text.append('\n');
    unsteady();
    versions();
    limits();
  }

  private void unsteady() {
    List<Duel> all = recording.duels();
    long unsteady = all.stream().filter(Duel::isUnsteady).count();
    if (unsteady > 0) {
      paragraph(
          ("In %d of the %d rows behind them, won and lost, a tenth of the rounds of Heddle or of"
                  + " the rival took more than %.1f times as long as another tenth: such a median"
                  + " may be another one next time. It is marked with%s in the tables.")
              .formatted(unsteady, all.size(), Statistics.UNSTEADY, UNSTEADY));
    }
  }

  /** They may be years older than what is on the JVM, and nobody should have to look for that. */
  private void versions() {
    List<String> known =
        Arrays.stream(Language.values())
            .map(Language::title)
            .filter(title -> recording.facts().containsKey(title))
            .map(title -> title + ": " + fact(title, ""))
            .toList();
    if (!known.isEmpty()) {
      paragraph(
          "Rivals that are not on the JVM are those that this machine has, and may be years older"
              + " than the others. "
              + String.join("; ", known)
              + ".");
    }
  }

  private void limits() {
    List<Means> limited =
        means.stream().map(Means::limited).filter(over -> !over.duels().isEmpty()).toList();
    if (limited.isEmpty()) {
      return;
    }
    List<Rival> met = Rival.order(limited.stream().flatMap(over -> over.duels().stream()).toList());
    paragraph("### How far the limit is");
    paragraph(
        "The same work in plain calls, by one thread, its time divided by the number of workers:"
            + " that is what it would cost if it were handed out for nothing, without any waiting."
            + " The means over the rows that were run so, as Heddle is and as that would be.");
    row("suite", met.stream().map(Rival::title).toArray());
    row("---", met.stream().map(_ -> "--:").toArray());
    for (Means over : limited) {
      row(over.title(), met.stream().map(rival -> mean(over.against(rival))).toArray());
      row(
          over.title() + ", at the limit",
          met.stream().map(rival -> mean(over.atLimit(rival))).toArray());
    }
    text.append('\n');
  }

  private static String mean(Means.@Nullable Mean mean) {
    return mean == null ? "" : String.format(Locale.ROOT, "%.2f (%d)", mean.value(), mean.rows());
  }

  private void missing() {
    List<String> lacks =
        recording.absences(Absence.Kind.MISSING).stream()
            .collect(Collectors.groupingBy(Absence::sentence, Collectors.toList()))
            .entrySet()
            .stream()
            .map(each -> "- %s: %s".formatted(contenders(each.getValue()), each.getKey()))
            .sorted()
            .toList();
    if (!lacks.isEmpty()) {
      paragraph("## Not here");
      lacks.forEach(line -> text.append(line).append('\n'));
      text.append('\n');
    }
  }

  private static String contenders(List<Absence> absences) {
    return absences.stream()
        .map(absence -> absence.contender() + " in " + absence.benchmark())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private void section(Section section) {
    paragraph("## " + capital(section.title()));
    if (!section.duels().isEmpty()) {
      paragraph("![ratios: %s](%s)".formatted(section.title(), section.chart()));
    }
    row(
        "benchmark",
        "variant",
        "contender",
        "median",
        "p10",
        "p90",
        "min",
        "max",
        "unit",
        "rounds",
        "ratio");
    row("---", "---", "---", "--:", "--:", "--:", "--:", "--:", "---", "--:", "--:");
    section.rows().forEach(this::result);
    text.append('\n');
  }

  private void result(Row row) {
    switch (row) {
      case Absence absence ->
          row(
              row.benchmark(),
              row.variant(),
              row.contender(),
              "",
              "",
              "",
              "",
              "",
              absence.sentence(),
              "",
              "");
      case Result result -> {
        Statistics cost = result.cost();
        row(
            row.benchmark(),
            row.variant(),
            row.contender(),
            Table.cost(cost.median()) + (cost.isUnsteady() ? UNSTEADY : ""),
            Table.cost(cost.p10()),
            Table.cost(cost.p90()),
            Table.cost(cost.least()),
            Table.cost(cost.most()),
            row.unit(),
            cost.rounds(),
            Table.ratio(result.ratio()));
      }
    }
  }

  private void howItWasRun() {
    paragraph("## How it was run");
    row("", "");
    row("---", "---");
    recording.facts().forEach((name, value) -> row(name, value));
    row("rows", recording.rows().size() + ", of which " + recording.results() + " with costs");
    text.append('\n');
  }

  private String fact(String name, String otherwise) {
    return recording.facts().getOrDefault(name, otherwise);
  }

  private void paragraph(String sentence) {
    text.append(sentence).append("\n\n");
  }

  private void row(String first, Object... rest) {
    text.append("| ").append(cell(first));
    for (Object cell : rest) {
      text.append(" | ").append(cell(cell.toString()));
    }
    text.append(" |\n");
  }

  private static String cell(String value) {
    return value.replace("|", "\\|").replace("<", "&lt;");
  }

  private static String capital(String title) {
    return title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1);
  }
}
