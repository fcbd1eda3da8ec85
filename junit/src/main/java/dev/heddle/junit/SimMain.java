package dev.heddle.junit;

import dev.heddle.sim.Simulation;
import dev.heddle.sim.SimulationConfig;
import dev.heddle.sim.SimulationFailure;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The program behind {@code ./heddle sim}, which sees to it that the arguments make sense:
 *
 * <pre>
 * (seed S | seeds N) OPTION... class NAME[#METHOD]
 * (seed S | seeds N) OPTION... program FILE.java [ARGUMENT...]
 * (seed S | seeds N) OPTION... programs FILE.java...
 * </pre>
 *
 * where an option is the name of one of {@link SimOptions}, and its value. With one seed the event
 * log goes to standard output, and nothing else does: what programs print goes to standard error.
 * Exit codes: 0 nothing was found, 1 something was, 2 it could not be run.
 */
final class SimMain {
  private static final Set<String> KINDS = Set.of("class", "program", "programs");

  private final boolean logs;
  private final Seeds seeds;
  private final PrintStream out;
  private SimOptions options = SimOptions.NONE;
  private int exitCode;

  private SimMain(boolean logs, Seeds seeds, PrintStream out) {
    this.logs = logs;
    this.seeds = seeds;
    this.out = out;
  }

  static void main(String[] arguments) throws IOException {
    PrintStream out =
        new PrintStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16),
            false,
            StandardCharsets.UTF_8);
    System.setOut(System.err);
    System.setIn(InputStream.nullInputStream());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ended(out)));
    long number = Long.parseLong(arguments[1]);
    boolean one = arguments[0].equals("seed");
    Seeds seeds =
        one ? new Seeds(List.of(number), 0) : new Seeds(List.of(), Math.toIntExact(number));
    SimMain main = new SimMain(one, seeds, out);
    try {
      main.run(Arrays.asList(arguments).subList(2, arguments.length).iterator());
    } catch (CannotRun e) {
      System.err.println("heddle: " + e.getMessage());
      main.exitCode = 2;
    }
    out.flush();
    Runtime.getRuntime().halt(main.exitCode); // without the shutdown hooks of who was simulated
  }

  /** Somebody else ends this JVM. A simulated thread that does would wait for itself for ever. */
  private static void ended(PrintStream out) {
    out.flush();
    System.err.println("heddle: ended before its time; has the program called System.exit?");
    Runtime.getRuntime().halt(2);
  }

  private void run(Iterator<String> words) throws IOException {
    String kind = words.next();
    while (!KINDS.contains(kind)) {
      options = options.with(kind, words);
      kind = words.next();
    }
    List<String> rest = new ArrayList<>();
    words.forEachRemaining(rest::add);
    switch (kind) {
      case "class" -> testClass(rest.getFirst());
      case "program" -> file(rest.getFirst(), rest.subList(1, rest.size()));
      case "programs" -> {
        for (String file : rest) {
          file(file, List.of());
        }
      }
      default -> throw new IllegalArgumentException(kind);
    }
  }

  // ---- what is simulated

  private void testClass(String name) {
    int hash = name.indexOf('#');
    String className = hash < 0 ? name : name.substring(0, hash);
    Class<?> type;
    try {
      type = Class.forName(className, false, SimMain.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      throw new CannotRun(
          "there is no class %s; a class of tests has to be compiled, by ./heddle test -DskipTests"
                  .formatted(className)
              + " for instance.",
          e);
    }
    methods(type, hash < 0 ? null : name.substring(hash + 1));
  }

  private void methods(Class<?> type, @Nullable String only) {
    List<SimulatedMethod> methods = methods(type);
    boolean found = false;
    for (SimulatedMethod method : methods) {
      if (only == null || method.methodName().equals(only)) {
        found = true;
        explore(method.name(), seed -> method.run(seed, chosen(method.config())));
      }
    }
    if (!found) {
      Method main = only == null ? MainMethod.of(type) : null;
      if (main == null) {
        throw new CannotRun(
            only == null
                ? type.getName() + " has neither a method with @Simulate nor a main method."
                : type.getName() + " has no method " + only + " with @Simulate.");
      }
      program(type.getName(), main);
    }
  }

  private static List<SimulatedMethod> methods(Class<?> type) {
    try {
      return SimulatedMethod.of(type);
    } catch (IllegalArgumentException e) {
      throw new CannotRun(e.getMessage() + ".", e);
    }
  }

  private void file(String name, List<String> arguments) throws IOException {
    Path path = Path.of(name);
    try (SourceFile file = SourceFile.compile(path)) {
      Class<?> type = file.load();
      if (MainMethod.of(type) == null) {
        methods(type, null);
        return;
      }
      String label = name.startsWith("../") ? name.substring(3) : name;
      explore(
          label,
          seed -> {
            Method main = Objects.requireNonNull(MainMethod.of(file.load()));
            return Simulation.run(
                seed, config(label, arguments), () -> MainMethod.call(main, arguments));
          });
    }
  }

  private void program(String name, Method main) {
    explore(
        name,
        seed ->
            Simulation.run(seed, config(name, List.of()), () -> MainMethod.call(main, List.of())));
  }

  private SimulationConfig config(String name, List<String> arguments) {
    String command = "./heddle sim " + ShellWord.quoted(name) + " --seed %d";
    SimulationConfig config = chosen(SimulationConfig.DEFAULT.withRepeat(command));
    return arguments.isEmpty()
        ? config
        : config.withRepeat(
            arguments.stream()
                .map(ShellWord::quoted)
                .collect(Collectors.joining(" ", config.repeat() + " -- ", "")));
  }

  private SimulationConfig chosen(SimulationConfig config) {
    SimulationConfig chosen = options.on(config);
    return logs ? chosen.withLog(line -> out.append(line).append('\n')) : chosen;
  }

  // ---- how

  private void explore(String name, SeedRuns.Subject subject) {
    if (logs) {
      out.append("# ").append(name).append('\n');
    }
    SeedRuns runs = new SeedRuns(name, System.err);
    try {
      runs.tryAll(seeds, subject);
      System.err.println(name + ": nothing found; " + runs.summary());
    } catch (SimulationFailure e) {
      exitCode = 1;
      out.flush();
      System.err.println(name + ": " + e.getMessage());
      if (e.getCause() != null) {
        e.getCause().printStackTrace();
      }
    }
  }
}
