package dev.heddle.observe.top;

import java.io.PrintStream;
import java.time.ZoneId;

/** Prints what is seen, for files and pipes. */
final class PlainTop {
  private static final Watched.Query NOTHING =
      new Watched.Query(View.OVERVIEW, "", Sort.MAILBOX, true, 0, 0);

  private final Session session;
  private final PrintStream out;
  private final TopOptions options;
  private final PlainLines lines = new PlainLines();

  PlainTop(Session session, PrintStream out, TopOptions options) {
    this.session = session;
    this.out = out;
    this.options = options;
  }

  /** Returns when enough was printed, or nobody reads any more. */
  void run() throws Session.Ended, TopFailure, InterruptedException {
    for (int looks = 0; options.count() == 0 || looks < options.count(); looks++) {
      if (looks > 0) {
        Thread.sleep(options.interval());
      }
      print();
      if (out.checkError()) {
        return;
      }
    }
  }

  private void print() throws Session.Ended, TopFailure {
    Frame first = session.look(0, NOTHING);
    if (first == null) {
      out.println("no Heddle runtime at the moment");
      return;
    }
    lines.of(first, ZoneId.systemDefault()).forEach(out::println);
    for (int i = 1; i < session.runtimes(); i++) {
      Frame next = session.look(i, NOTHING);
      if (next != null) {
        lines.of(next, ZoneId.systemDefault()).forEach(out::println);
      }
    }
  }
}
