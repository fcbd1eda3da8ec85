package dev.heddle.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the project's pages say compiles, and what they point to is there. */
class DocumentationTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern JAVA = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);
  private static final Pattern CODE = Pattern.compile("```.*?```|`[^`\\n]*`", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$", Pattern.MULTILINE);

  private @TempDir Path classes = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/processes.md",
        "docs/letting-it-crash.md",
        "docs/simulator.md",
        "docs/seeing-inside.md"
      })
  void everyPieceOfJavaCompiles(String page) throws IOException {
    List<String> pieces = pieces(page);
    Optional<String> imports = pieces.stream().filter(DocumentationTest::onlyImports).findFirst();
    List<JavaFileObject> sources = new ArrayList<>();
    for (String piece : pieces) {
      if (!onlyImports(piece)) {
        String name = "Piece" + (sources.size() + 1);
        sources.add(source(name, program(name, piece, imports)));
      }
    }
    assertThat(sources).isNotEmpty();

    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    StringWriter complaints = new StringWriter();
    List<String> options =
        List.of(
            "-proc:none",
            "-d",
            classes.toString(),
            "--class-path",
            // The chapters on tests and on observation need more than core.
            page.contains("simulator") || page.contains("seeing")
                ? System.getProperty("java.class.path")
                : Core.classPath());
    boolean compiled = compiler.getTask(complaints, null, null, options, null, sources).call();

    assertThat(compiled).as(complaints.toString()).isTrue();
  }

  private static List<String> pieces(String page) throws IOException {
    return JAVA.matcher(Files.readString(ROOT.resolve(page)))
        .results()
        .map(piece -> piece.group(1))
        .toList();
  }

  private static boolean onlyImports(String piece) {
    return piece.lines().allMatch(line -> line.startsWith("import "));
  }

  /**
   * A piece that is no program by itself becomes the body of a method with a runtime at hand: with
   * the imports that its page tells the reader of, if it does, and else with all that there may be,
   * and processes at hand too.
   */
  private static String program(String name, String piece, Optional<String> imports) {
    if (piece.contains("void main(")) {
      return piece;
    }
    if (imports.isPresent()) {
      return """
      %s
      class %s {
        void piece(Heddle heddle) throws Exception {
          %s
        }
      }
      """
          .formatted(imports.get(), name, piece);
    }
    return """
    import dev.heddle.*;
    import dev.heddle.fiber.*;
    import dev.heddle.metrics.*;
    import dev.heddle.process.*;
    import dev.heddle.process.Process;
    import dev.heddle.sim.*;
    import dev.heddle.supervisor.*;
    import dev.heddle.task.*;
    import java.net.http.*;
    %s
    void main() {}
    void piece(Heddle heddle, Processes processes) throws Exception {
    %s
    }
    """
        .formatted(moreImports(piece), piece);
  }

  private static String moreImports(String piece) {
    if (piece.contains("@Simulate") || piece.contains("@LawOfTests")) {
      return "import dev.heddle.junit.*; import org.junit.jupiter.api.Test;";
    }
    if (piece.contains("LivePage") || piece.contains("HeddleMeters")) {
      return "import dev.heddle.observe.*; import io.micrometer.core.instrument.*;"
          + " import io.micrometer.core.instrument.simple.*;";
    }
    return "";
  }

  private static JavaFileObject source(String name, String text) {
    URI uri = URI.create("string:///" + name + ".java");
    return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }

  @Test
  void everyLinkInsideTheProjectLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      Matcher links = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
      while (links.find()) {
        String link = links.group(1);
        if (!link.contains("://") && !leadsSomewhere(page, link)) {
          broken.add(page.normalize() + " -> " + link);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> root = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      List<Path> pages =
          Stream.concat(root, docs).filter(file -> file.toString().endsWith(".md")).toList();
      assertThat(pages).isNotEmpty();
      return pages;
    }
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file);
    return Files.exists(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
  }

  /** As GitHub makes them of headings. */
  private static List<String> anchors(Path page) throws IOException {
    String text = Files.readString(page).replaceAll("(?s)```.*?```", "");
    return HEADING
        .matcher(text)
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT).strip())
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }
}
