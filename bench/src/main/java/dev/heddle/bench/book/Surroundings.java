package dev.heddle.bench.book;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.JvmLauncher;
import dev.heddle.bench.child.Memory;
import dev.heddle.bench.foreign.Language;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a reader has to know of the machine and of everybody's version. */
final class Surroundings {
  /** The name of the fact how many there are. */
  static final String PROCESSORS = "processors";

  private static final String NOT_HERE = "not installed";

  private Surroundings() {}

  /**
   * What can be said before a run, by the names that the page shows.
   *
   * @param home the repository
   * @param setting with which most of it runs
   */
  static Map<String, String> facts(Path home, Setting setting) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("processor", firstMatch(Path.of("/proc/cpuinfo"), "model name\\s*:\\s*(.*)"));
    facts.put(PROCESSORS, Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("memory", Memory.installed() + " MB");
    facts.put("system", firstMatch(Path.of("/etc/os-release"), "PRETTY_NAME=\"?([^\"]*)\"?"));
    facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put(
        "Java", System.getProperty("java.vendor") + " " + System.getProperty("java.vm.version"));
    facts.put("Heddle", commit(home));
    facts.put("Pekko", jar("pekko-actor_2\\.13"));
    facts.put("Kotlin", jar("kotlin-stdlib"));
    facts.put("Kotlin coroutines", jar("kotlinx-coroutines-core-jvm"));
    for (Language language : Language.values()) {
      facts.put(language.title(), language.version().orElse(NOT_HERE));
    }
    facts.put(
        "each JVM, unless it needs more memory",
        "java " + String.join(" ", JvmLauncher.flags(setting.workers(), Benchmark.DEFAULT_HEAP)));
    for (Language language : Language.values()) {
      facts.put(language.title() + ", built and started", language.commands(setting));
    }
    return facts;
  }

  /** The load average of the last minute. */
  static String load() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return load < 0 ? "unknown" : String.format(Locale.ROOT, "%.2f", load);
  }

  private static String firstMatch(Path file, String regex) {
    try {
      Pattern pattern = Pattern.compile(regex);
      return Files.readAllLines(file).stream()
          .map(pattern::matcher)
          .filter(Matcher::matches)
          .map(match -> match.group(1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException _) {
      return "unknown";
    }
  }

  /**
   * The commit that {@code home} is at, and whether what is measured differs from it. Texts are not
   * measured, and the book is one of them: its file of results has been begun by now.
   */
  static String commit(Path home) {
    String git = home.toString();
    Optional<String> commit = said("git", "-C", git, "rev-parse", "--short=12", "HEAD");
    boolean changed =
        said(
                "git",
                "-C",
                git,
                "status",
                "--porcelain",
                "--untracked-files=no",
                "--",
                ".",
                ":(exclude)docs")
            .filter(changes -> !changes.isEmpty())
            .isPresent();
    return commit.orElse("unknown commit") + (changed ? " with changes" : "");
  }

  private static Optional<String> said(String... command) {
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? Optional.of(said.strip()) : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** The version of a library, from the name of its file on the class path. */
  private static String jar(String name) {
    Pattern file = Pattern.compile(name + "-(\\d.*)\\.jar");
    List<String> path =
        Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    return path.stream()
        .map(entry -> file.matcher(entry.substring(entry.lastIndexOf('/') + 1)))
        .filter(Matcher::matches)
        .map(match -> match.group(1))
        .findFirst()
        .orElse("unknown");
  }
}
