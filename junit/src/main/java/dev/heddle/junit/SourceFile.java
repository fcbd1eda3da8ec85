package dev.heddle.junit;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A Java source file, compiled into a folder that is there until it is closed. */
final class SourceFile implements AutoCloseable {
  private final Path file;
  private final Path classes;

  private SourceFile(Path file, Path classes) {
    this.file = file;
    this.classes = classes;
  }

  /**
   * Source files beside it are found, as {@code java FILE.java} does.
   *
   * @throws CannotRun if it does not compile
   */
  static SourceFile compile(Path file) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new CannotRun("this Java has no compiler; a JDK has");
    }
    SourceFile made = new SourceFile(file, Files.createTempDirectory("heddle-sim"));
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    List<String> options =
        List.of(
            "-proc:none",
            "-nowarn",
            "-d",
            made.classes.toString(),
            "--source-path",
            folder.toString(),
            "--class-path",
            System.getProperty("java.class.path"));
    StringWriter complaints = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(complaints, files, null, options, null, files.getJavaFileObjects(file))
              .call();
      if (!compiled) {
        made.close();
        throw new CannotRun(file + " does not compile:\n" + complaints.toString().strip());
      }
    }
    return made;
  }

  /** Its class, loaded anew each time: with static fields of its own. */
  Class<?> load() {
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.java$", "");
    try {
      URL[] from = {classes.toUri().toURL()};
      ClassLoader loader = new URLClassLoader(from, SourceFile.class.getClassLoader());
      return Class.forName(name, false, loader);
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new CannotRun(file + " has no class " + name, e);
    }
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(classes)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
