package dev.heddle.junit;

import dev.heddle.sim.Fault;
import dev.heddle.sim.SimulationConfig;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the user of the shell has chosen about a simulation; null: nothing, so that it stays as the
 * program, or the test's annotation, has it.
 *
 * @param strategy how it explores
 * @param workers how many workers a runtime gets that does not choose
 * @param faults what is done to the program on purpose
 * @param classPath where else classes are found; the JVM has been told already
 */
record SimOptions(
    @Nullable Exploration strategy,
    @Nullable Integer workers,
    @Nullable Set<Fault> faults,
    @Nullable String classPath) {
  static final SimOptions NONE = new SimOptions(null, null, null, null);

  /**
   * With one more, called {@code name} and with the next of {@code words} as its value.
   *
   * @throws CannotRun if that makes no sense
   */
  SimOptions with(String name, Iterator<String> words) {
    String value = words.next();
    return switch (name) {
      case "strategy" -> new SimOptions(exploration(value), workers, faults, classPath);
      case "workers" -> new SimOptions(strategy, Integer.valueOf(value), faults, classPath);
      case "faults" -> new SimOptions(strategy, workers, faults(value), classPath);
      case "class-path" -> new SimOptions(strategy, workers, faults, value);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static Exploration exploration(String word) {
    return switch (word) {
      case "mixed" -> Exploration.MIXED;
      case "random" -> Exploration.RANDOM;
      case "priority" -> Exploration.PRIORITIES;
      default ->
          throw new CannotRun(
              "--strategy %s: there is no such strategy, only mixed, random and priority."
                  .formatted(word));
    };
  }

  private static String word(Exploration strategy) {
    return switch (strategy) {
      case MIXED -> "mixed";
      case RANDOM -> "random";
      case PRIORITIES -> "priority";
    };
  }

  private static Set<Fault> faults(String list) {
    Set<Fault> chosen = EnumSet.noneOf(Fault.class);
    if (list.equals("all")) {
      chosen.addAll(EnumSet.allOf(Fault.class));
    } else if (!list.equals("none")) {
      for (String word : list.split(",", -1)) {
        chosen.add(fault(word.strip()));
      }
    }
    return chosen;
  }

  private static Fault fault(String word) {
    return Arrays.stream(Fault.values())
        .filter(fault -> word(fault).equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new CannotRun(
                    "--faults: there is no fault '%s', only %s; or all, or none."
                        .formatted(
                            word,
                            Arrays.stream(Fault.values())
                                .map(SimOptions::word)
                                .collect(Collectors.joining(", ")))));
  }

  private static String word(Fault fault) {
    return fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@code config} as chosen, the command that repeats a failure too. */
  SimulationConfig on(SimulationConfig config) {
    SimulationConfig chosen = config;
    if (strategy != null) {
      chosen = chosen.withStrategy(strategy.strategy());
    }
    if (workers != null) {
      chosen = chosen.withWorkers(workers);
    }
    if (faults != null) {
      chosen = chosen.withFaults(faults.toArray(Fault[]::new));
    }
    return chosen.withRepeat(chosen.repeat() + this);
  }

  /** As they stand in a command, each after a space. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (strategy != null) {
      text.append(" --strategy ").append(word(strategy));
    }
    if (workers != null) {
      text.append(" --workers ").append(workers);
    }
    if (faults != null) {
      text.append(" --faults ").append(words(faults));
    }
    if (classPath != null) {
      text.append(" -cp ").append(ShellWord.quoted(classPath));
    }
    return text.toString();
  }

  private static String words(Set<Fault> faults) {
    return faults.isEmpty()
        ? "none"
        : faults.size() == Fault.values().length
            ? "all"
            : faults.stream().map(SimOptions::word).collect(Collectors.joining(","));
  }
}
