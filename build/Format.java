import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Holds every Java file of the tree to google-java-format's default style. The build starts it as
 * {@code java Format.java check|apply|skip ROOT}; see the pom.xml beside it.
 *
 * <p>A program of its own because google-java-format parses with the javac of the JVM it runs in:
 * inside Maven on an older Java it cannot read Java 25.
 */
final class Format {

  static void main(String[] args) throws IOException {
    String mode = args[0];
    Path root = Path.of(args[1]).normalize();
    switch (mode) {
      case "skip" -> {}
      case "check", "apply" -> {
        if (!run(root, mode.equals("apply"))) {
          System.exit(1);
        }
      }
      default -> {
        System.err.println("[ERROR] heddle.format is check, apply or skip, not " + mode);
        System.exit(2);
      }
    }
  }

  /** Returns whether the tree is formatted, or has been. */
  private static boolean run(Path root, boolean apply) throws IOException {
    var formatter = new Formatter();
    var clean = new AtomicBoolean(true);
    sources(root).parallelStream()
        .forEach(
            file -> {
              String problem = visit(formatter, root, file, apply);
              if (!problem.isEmpty()) {
                System.err.println("[ERROR] " + root.relativize(file) + ": " + problem);
                clean.set(false);
              }
            });
    if (!clean.get() && !apply) {
      System.err.println(
          "[ERROR] To format: ./heddle format, or mvn -pl build validate -Dheddle.format=apply");
    }
    return clean.get();
  }

  private static String visit(Formatter formatter, Path root, Path file, boolean apply) {
    try {
      String before = Files.readString(file);
      String after = formatter.formatSourceAndFixImports(before);
      if (before.equals(after)) {
        return "";
      }
      if (apply) {
        Files.writeString(file, after);
        System.out.println("formatted " + root.relativize(file));
        return "";
      }
      return "not formatted, first at line " + firstDifference(before, after);
    } catch (FormatterException e) {
      return "cannot be formatted: " + e.getMessage();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static int firstDifference(String before, String after) {
    List<String> a = before.lines().toList();
    List<String> b = after.lines().toList();
    int line = 0;
    while (line < a.size() && line < b.size() && a.get(line).equals(b.get(line))) {
      line++;
    }
    return line + 1;
  }

  private static List<Path> sources(Path root) throws IOException {
    List<Path> sources = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            String name = dir.getFileName().toString();
            boolean foreign = name.equals("target") || (name.startsWith(".") && !dir.equals(root));
            return foreign ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.getFileName().toString().endsWith(".java")) {
              sources.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return sources;
  }
}
