package dev.heddle.observe.page;

import dev.heddle.Heddle;
import dev.heddle.RuntimeListener;
import dev.heddle.observe.PageOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page of {@code ./heddle run --page}: opened when the first runtime of a program starts, open
 * until the program ends, and showing all its runtimes.
 *
 * <p>The system property {@code heddle.page} says how: words separated by commas, a port or {@code
 * any}, and {@code control} if the page may do more than look. Empty means {@value #USUAL_PORT}, or
 * any port if that is in use.
 */
public final class PageForEveryRuntime implements RuntimeListener {
  private static final int USUAL_PORT = 7077;

  private @Nullable PageServer page;
  private boolean tried;

  @Override
  public synchronized void started(Heddle runtime) {
    if (!tried) {
      tried = true;
      page = open();
    }
    if (page != null) {
      page.show(runtime);
    }
  }

  private static @Nullable PageServer open() {
    try {
      PageServer server = open(System.getProperty("heddle.page", ""));
      tell("the live page is at " + server.uri());
      return server;
    } catch (IOException | IllegalArgumentException e) {
      tell(e.getMessage() + ". The program goes on without the page.");
      return null;
    }
  }

  static PageServer open(String how) throws IOException {
    List<String> words =
        Arrays.stream(how.split(",", -1)).map(String::strip).filter(w -> !w.isEmpty()).toList();
    PageOptions options = PageOptions.DEFAULT.withControl(words.contains("control"));
    List<String> ports = words.stream().filter(word -> !word.equals("control")).toList();
    if (ports.isEmpty()) {
      return atUsualPort(options);
    }
    return PageServer.start(options.withPort(port(ports.getFirst())));
  }

  private static PageServer atUsualPort(PageOptions options) throws IOException {
    try {
      return PageServer.start(options.withPort(USUAL_PORT));
    } catch (IOException _) {
      return PageServer.start(options);
    }
  }

  private static int port(String text) {
    if (text.equals("any")) {
      return 0;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "heddle.page=" + text + ": has to be a port, or 'any' for one that is free", e);
    }
  }

  /** To the user who has asked for the page, beside the program's own output. */
  private static void tell(String sentence) {
    System.err.println("heddle: " + sentence);
  }
}
