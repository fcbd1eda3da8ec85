package dev.heddle.observe.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The files of the page, all of them read at the start: no request ever names a file. */
final class Assets {
  private static final List<String> NAMES =
      List.of(
          "index.html",
          "icon.svg",
          "page.css",
          "alerts.js",
          "api.js",
          "charts.js",
          "detail.js",
          "dom.js",
          "fibers.js",
          "format.js",
          "history.js",
          "keys.js",
          "layout.js",
          "main.js",
          "overview.js",
          "processes.js",
          "stream.js",
          "table.js",
          "theme.js",
          "tree.js",
          "waits.js");
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private final Map<String, Answer> byPath = new TreeMap<>();

  Assets() {
    for (String name : NAMES) {
      String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
      Answer answer = new Answer(200, String.valueOf(type), read(name));
      byPath.put(name.equals("index.html") ? "/" : "/" + name, answer);
    }
  }

  private static byte[] read(String name) {
    try (InputStream in = Assets.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar of heddle-observe lacks " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Nullable Answer at(String path) {
    return byPath.get(path);
  }
}
