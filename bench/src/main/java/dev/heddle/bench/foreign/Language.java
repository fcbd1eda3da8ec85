package dev.heddle.bench.foreign;

import dev.heddle.bench.Assignment;
import dev.heddle.bench.Assignment.WarmUpTime;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a contender is written in that needs no JVM, and how it is built and started. All contenders
 * in one language are one program, with its sources in a folder of {@code bench/native}.
 */
public enum Language {
  /** oneTBB, in C++. */
  ONE_TBB("onetbb", "oneTBB", "g++ libtbb-dev", "g++", "/usr/include/tbb/tbb.h") {
    @Override
    List<String> build(List<Path> sources, Path built) {
      List<String> command = new ArrayList<>();
      command.addAll(List.of("g++", "-std=c++20", "-O3", "-march=native", "-Wall", "-o"));
      command.add(built.resolve("bench").toString());
      sources.stream().map(Path::toString).filter(s -> s.endsWith(".cpp")).forEach(command::add);
      command.addAll(List.of("-ltbb", "-pthread"));
      return command;
    }

    @Override
    List<String> start(Path built, Assignment assignment) {
      return List.of(built.resolve("bench").toString());
    }

    @Override
    List<String> tellVersion() {
      String include = "#include <tbb/version.h>\\n";
      String values = "TBB_VERSION_STRING, g++ __VERSION__";
      return List.of(
          "sh",
          "-c",
          "printf '%s%s' | g++ -E -P -x c++ - | tail -1 | tr -d '\" ' | sed 's/,g++/, g++ /'"
              .formatted(include, values));
    }
  },

  /**
   * Go: goroutines and channels. Its collector waits until nine times as much memory is taken as is
   * in use, not twice as by default: the JVMs have as much room, and as seldom a collection in the
   * middle of a round. None at all is not faster.
   */
  GO("go", "Go", "golang-go", "go", "") {
    @Override
    List<String> build(List<Path> sources, Path built) {
      return List.of("go", "build", "-o", built.resolve("bench").toString(), ".");
    }

    @Override
    List<String> start(Path built, Assignment assignment) {
      return List.of("env", "GOGC=800", built.resolve("bench").toString());
    }

    @Override
    List<String> tellVersion() {
      return List.of("go", "version");
    }
  },

  /** Erlang/OTP, on its JIT compiler. */
  ERLANG("erlang", "Erlang/OTP", "erlang-base", "erlc", "") {
    @Override
    List<String> build(List<Path> sources, Path built) {
      List<String> command = new ArrayList<>();
      command.addAll(List.of("erlc", "-Werror", "-o", built.toString()));
      sources.stream().map(Path::toString).filter(s -> s.endsWith(".erl")).forEach(command::add);
      return command;
    }

    @Override
    List<String> start(Path built, Assignment assignment) {
      int workers = assignment.setting().workers();
      return List.of(
          "erl",
          "+S",
          workers + ":" + workers,
          "+P",
          "4194304",
          "-noshell",
          "-pa",
          built.toString(),
          "-run",
          "bench",
          "main");
    }

    @Override
    List<String> tellVersion() {
      return List.of(
          "erl",
          "-noshell",
          "-eval",
          "io:format(\"~s, ERTS ~s\", [erlang:system_info(otp_release),"
              + " erlang:system_info(version)]), halt().");
    }
  };

  private final String contender;
  private final String title;
  private final String debianPackages;
  private final String compiler;
  private final String header;

  Language(String contender, String title, String debianPackages, String compiler, String header) {
    this.contender = contender;
    this.title = title;
    this.debianPackages = debianPackages;
    this.compiler = compiler;
    this.header = header;
  }

  /** The contender's name, and its folder's. */
  public String contender() {
    return contender;
  }

  /** Its name as its makers write it. */
  public String title() {
    return title;
  }

  /** Which one is installed; empty if none. */
  public Optional<String> version() {
    if (missing().isPresent()) {
      return Optional.empty();
    }
    try {
      Process process =
          new ProcessBuilder(tellVersion()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      return Optional.of(
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /**
   * How its programs are built and started, for people.
   *
   * @param setting with which they run
   */
  public String commands(Setting setting) {
    Path built = Path.of("built");
    Assignment any =
        new Assignment("", "", "", setting, new WarmUpTime(Duration.ZERO, Duration.ZERO));
    List<Path> sources = List.of(Path.of("*.cpp"), Path.of("*.erl"));
    return String.join(" ", build(sources, built)) + "; " + String.join(" ", start(built, any));
  }

  /** What to install on Debian, separated by spaces. */
  public String debianPackages() {
    return debianPackages;
  }

  /** What this machine lacks for it, as a sentence; empty if nothing. */
  Optional<String> missing() {
    String install =
        "./heddle bench --install installs it (Debian: apt-get install " + debianPackages + ")";
    if (!header.isEmpty() && !Files.exists(Path.of(header))) {
      return Optional.of(header + " is missing; " + install);
    }
    return new Tool(compiler, install).missing();
  }

  /** The command that prints which one is installed. */
  abstract List<String> tellVersion();

  /** The command that compiles {@code sources} into the folder {@code built}. */
  abstract List<String> build(List<Path> sources, Path built);

  /** The command that starts what is in {@code built}, without the assignment's arguments. */
  abstract List<String> start(Path built, Assignment assignment);
}
