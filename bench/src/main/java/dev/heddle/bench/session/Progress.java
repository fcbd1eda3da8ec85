package dev.heddle.bench.session;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Says what goes on: in one line that changes if somebody looks at a terminal, otherwise in a line
 * for each step.
 */
public final class Progress {
  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");
  private static final int WIDTH = 78;
  private static final String ERASE_LINE = "\r\033[K";

  private final PrintStream out;
  private final boolean live;

  /**
   * @param live whether {@code out} is a terminal
   */
  public Progress(PrintStream out, boolean live) {
    this.out = out;
    this.live = live;
  }

  /** To this program's standard error. */
  public static Progress toStandardError() {
    return new Progress(System.err, isTerminal() && !"dumb".equals(System.getenv("TERM")));
  }

  private static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException _) {
      return hasConsole(); // of input and output: a good guess where there is no /proc
    }
  }

  private static boolean hasConsole() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }

  /** What goes on right now; only a terminal shows it. */
  public void now(String sentence) {
    if (live) {
      String shown = sentence.length() > WIDTH ? sentence.substring(0, WIDTH) : sentence;
      out.print(ERASE_LINE + shown);
      out.flush();
    }
  }

  /** A step is done; a terminal shows it until the next. */
  public void done(String sentence) {
    if (live) {
      now(sentence);
    } else {
      out.println(sentence);
    }
  }

  /** To stay, wherever it is shown. */
  public void remark(String sentence) {
    clear();
    out.println(sentence);
  }

  /** Before something else is printed. */
  public void clear() {
    if (live) {
      out.print(ERASE_LINE);
      out.flush();
    }
  }
}
