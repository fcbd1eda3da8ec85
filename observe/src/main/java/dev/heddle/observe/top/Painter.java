package dev.heddle.observe.top;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lays out the screen. */
record Painter(int columns, int rows, int runtimes) {
  private static final int HEADER = 6;
  private static final String KEYS =
      "q quit  1-5 views  / search  msntari sort  space pause  ? help";

  private static final List<String> HELP =
      List.of(
          "q          quit",
          "1 2 3 4 5  overview, workers, processes, fibers, warnings; tab: the next",
          "/          search processes, or fibers in their view; enter, or escape to end it",
          "m s n t a  sort processes by mailbox, steps, name, state, age,",
          "r i        restarts, number; again: the other way round",
          "j k        scroll; arrows, page up and page down do too",
          "o          the other runtimes of this JVM, one after the other",
          "space p    pause and go on",
          "escape     back",
          "",
          "Rates and shares are those since the look before. BUSY is the share of one",
          "worker's time. One item's time and the waits are of a sample.");

  /** How many rows a list has: without its heading, what stands below it, and the footer. */
  int body() {
    return Math.max(1, rows - HEADER - 3);
  }

  /** The whole screen, {@code rows} lines at most. */
  List<Line> paint(@Nullable Frame frame, TopState state) {
    List<Line> lines = new ArrayList<>();
    if (frame == null) {
      lines.add(Line.of(Style.TITLE, "no Heddle runtime at the moment"));
      lines.add(Line.of("One that is started is seen after a second or two."));
    } else {
      lines.addAll(new Header(frame).lines(more(state)));
      lines.addAll(view(frame, state));
    }
    List<Line> shown = new ArrayList<>(lines.subList(0, Math.min(lines.size(), rows - 1)));
    while (shown.size() < rows - 1) {
      shown.add(Line.EMPTY);
    }
    shown.add(footer(state));
    return shown;
  }

  private String more(TopState state) {
    String which =
        runtimes > 1
            ? "  runtime %d of %d".formatted(Math.floorMod(state.runtime(), runtimes) + 1, runtimes)
            : "";
    return which + (state.paused() ? "  PAUSED" : "");
  }

  private List<Line> view(Frame frame, TopState state) {
    Panels panels = new Panels(frame, columns);
    return switch (state.view()) {
      case OVERVIEW -> overview(panels);
      case WORKERS -> scrolled(panels.workers(), state);
      case WARNINGS -> scrolled(panels.warningsInFull(), state);
      case PROCESSES -> found(panels.processes(state.sort()), matching(frame, state));
      case FIBERS -> found(panels.fibers(), matching(frame, state));
      case HELP -> {
        List<Line> help = new ArrayList<>(List.of(Line.heading("KEYS", columns)));
        HELP.forEach(line -> help.add(Line.of(line)));
        yield help;
      }
    };
  }

  private List<Line> scrolled(Panel panel, TopState state) {
    state.scrollTo(panel.rows().size() - body());
    List<Line> lines = new ArrayList<>(List.of(panel.heading()));
    lines.addAll(panel.rows().subList(state.scroll(), panel.rows().size()));
    return lines;
  }

  private static List<Line> found(Panel panel, String matching) {
    List<Line> lines = new ArrayList<>(List.of(panel.heading()));
    lines.addAll(panel.rows());
    lines.add(Line.of(Style.DIM, matching));
    return lines;
  }

  private static String matching(Frame frame, TopState state) {
    long matching = 0;
    if (frame.processes() != null) {
      matching = frame.processes().matching();
    } else if (frame.fibers() != null) {
      matching = frame.fibers().matching();
    }
    return "%s in all%s"
        .formatted(
            Figures.count(matching),
            state.search().isEmpty() ? "" : " that contain '" + state.search() + "'");
  }

  /** Each panel gets its fair share of the rows; what one does not need, the others get. */
  private List<Line> overview(Panels panels) {
    List<Panel> wanted =
        List.of(
                panels.warnings(),
                panels.workers(),
                panels.mailboxes(),
                panels.busiest(),
                panels.waits())
            .stream()
            .filter(panel -> !panel.isEmpty())
            .toList();
    int[] given = new int[wanted.size()];
    int left = rows - HEADER - 1 - wanted.size();
    for (boolean more = true; left > 0 && more; ) {
      more = false;
      for (int i = 0; i < given.length && left > 0; i++) {
        if (given[i] < wanted.get(i).rows().size()) {
          given[i]++;
          left--;
          more = true;
        }
      }
    }
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < given.length; i++) {
      lines.add(wanted.get(i).heading());
      lines.addAll(wanted.get(i).rows().subList(0, given[i]));
    }
    return lines;
  }

  private Line footer(TopState state) {
    String typed = state.typed();
    if (typed != null) {
      return Line.of(Style.TITLE, "/" + typed + "_").and(Style.DIM, "  enter: search, escape: all");
    }
    return Line.of(Style.DIM, "[" + state.view().title + "] " + KEYS);
  }
}
