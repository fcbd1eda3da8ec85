package dev.heddle.bench.foreign;

import dev.heddle.bench.BenchmarkFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;

/** Compiles the programs that need no JVM, where their sources have changed. */
final class ForeignBuild {
  private ForeignBuild() {}

  /**
   * The folder with the program in {@code language}, which is built if need be.
   *
   * @throws BenchmarkFailure if that fails, with what the compiler says
   */
  static synchronized Path of(Language language) {
    Path bench = Path.of(System.getProperty("heddle.home", ".."), "bench").toAbsolutePath();
    Path sources = bench.resolve("native").resolve(language.contender()).normalize();
    Path built = bench.resolve("target/native").resolve(language.contender()).normalize();
    Path stamp = built.resolve("stamp");
    try {
      List<Path> files = files(sources);
      if (!Files.exists(stamp) || Files.getLastModifiedTime(stamp).compareTo(newest(files)) < 0) {
        Files.createDirectories(built);
        FileTime start = newest(files);
        compile(language, sources, files, built);
        Files.writeString(stamp, "");
        Files.setLastModifiedTime(stamp, start);
      }
      return built;
    } catch (IOException e) {
      throw new BenchmarkFailure("cannot build what is in %s: %s".formatted(sources, e));
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }

  private static FileTime newest(List<Path> files) throws IOException {
    FileTime newest = FileTime.fromMillis(0);
    for (Path file : files) {
      FileTime time = Files.getLastModifiedTime(file);
      newest = time.compareTo(newest) > 0 ? time : newest;
    }
    return newest;
  }

  private static void compile(Language language, Path sources, List<Path> files, Path built)
      throws IOException {
    Process compiler =
        new ProcessBuilder(language.build(files, built))
            .directory(sources.toFile())
            .redirectErrorStream(true)
            .start();
    compiler.getOutputStream().close();
    String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (compiler.waitFor() != 0) {
        throw new BenchmarkFailure(
            "%s does not compile:\n%s".formatted(sources, said.stripTrailing()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailure("interrupted while " + sources + " was compiled");
    }
  }
}
