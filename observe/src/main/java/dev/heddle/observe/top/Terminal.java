package dev.heddle.observe.top;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PushbackReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The terminal, taken over: a screen of its own, and keys as they are pressed. Given back by {@link
 * #close()}, and by a shutdown hook however this program ends but by force. Needs {@code stty},
 * which every Unix has.
 */
final class Terminal implements AutoCloseable {
  private static final File TTY = new File("/dev/tty");
  private static final Pattern SIZE = Pattern.compile("(\\d+) (\\d+)");
  private static final String ENTER = "\033[?1049h\033[?25l\033[2J";
  private static final String LEAVE = "\033[?25h\033[?1049l";
  private static final Size USUAL = new Size(80, 24);

  /** How many cells there are. */
  record Size(int columns, int rows) {}

  private final PrintStream out = System.out;
  private final boolean colours;
  private final String before;
  private final Thread hook = new Thread(this::restore, "restore-terminal");
  private Size drawn = new Size(0, 0);
  private boolean restored;

  private Terminal(boolean colours, String before) {
    this.colours = colours;
    this.before = before;
  }

  /** Whether what is printed goes to a terminal on which a cursor can be moved. */
  static boolean isThere() {
    String kind = System.getenv("TERM");
    if (kind == null || kind.equals("dumb") || !TTY.exists()) {
      return false;
    }
    try {
      return new ProcessBuilder("sh", "-c", "test -t 1 && : </dev/tty")
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Takes the terminal over. */
  static Terminal open() throws TopFailure {
    String noColour = System.getenv("NO_COLOR");
    try {
      Terminal terminal = new Terminal(noColour == null || noColour.isEmpty(), stty("-g").strip());
      Runtime.getRuntime().addShutdownHook(terminal.hook);
      // Keys one by one and unseen; Ctrl-C still ends, Ctrl-Z would leave the terminal like this.
      stty("-icanon", "-echo", "min", "1", "time", "0", "susp", "undef");
      terminal.write(ENTER);
      return terminal;
    } catch (IOException e) {
      throw new TopFailure(
          "the terminal can't be used (%s); ./heddle top | cat prints plain lines"
              .formatted(e.getMessage()),
          e);
    }
  }

  /** What is typed. */
  static PushbackReader keyboard() throws IOException {
    return new PushbackReader(
        new InputStreamReader(new FileInputStream(TTY), StandardCharsets.UTF_8));
  }

  /** How large it is now: it may be resized at any time. */
  Size size() {
    try {
      Matcher size = SIZE.matcher(stty("size").strip());
      if (size.matches()) {
        int rows = Integer.parseInt(size.group(1));
        int columns = Integer.parseInt(size.group(2));
        return rows > 1 && columns > 1 ? new Size(columns, rows) : USUAL;
      }
    } catch (IOException _) {
      // Then as most are.
    }
    return USUAL;
  }

  /** Shows these lines, and nothing else. */
  void show(List<Line> lines, Size size) {
    StringBuilder screen = new StringBuilder(drawn.equals(size) ? "\033[H" : "\033[2J\033[H");
    drawn = size;
    for (int i = 0; i < lines.size(); i++) {
      screen.append(i == 0 ? "" : "\r\n");
      screen.append(lines.get(i).render(size.columns(), colours)).append("\033[K");
    }
    write(screen.append("\033[J").toString());
  }

  private synchronized void write(String text) {
    if (!restored) {
      out.print(text);
      out.flush();
    }
  }

  @Override
  public void close() {
    restore();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // It runs.
    }
  }

  private synchronized void restore() {
    if (restored) {
      return;
    }
    write(LEAVE);
    restored = true;
    try {
      stty(before);
    } catch (IOException e) {
      out.println("stty failed (" + e.getMessage() + "); the command reset repairs the terminal");
    }
  }

  private static String stty(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("stty"));
    command.addAll(List.of(arguments));
    Process stty = new ProcessBuilder(command).redirectInput(TTY).redirectErrorStream(true).start();
    String said = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (stty.waitFor() != 0) {
        throw new IOException(said.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return said;
  }
}
