package dev.heddle.bench;

import java.time.Duration;
import java.util.List;

/**
 * What a contender's process is told on its command line, and all that it is told.
 *
 * @param benchmark the benchmark's name
 * @param contender the contender's name
 * @param variant the variant's name
 * @param setting what all contenders are told alike
 * @param warmUp how long to warm up
 */
public record Assignment(
    String benchmark, String contender, String variant, Setting setting, WarmUpTime warmUp) {

  /**
   * How long to warm up.
   *
   * @param atLeast even if the rounds have settled
   * @param atMost even if they have not
   */
  public record WarmUpTime(Duration atLeast, Duration atMost) {}

  /** As command line arguments. */
  public List<String> arguments() {
    return List.of(
        benchmark,
        contender,
        variant,
        Integer.toString(setting.workers()),
        setting.scale().name(),
        Long.toString(warmUp.atLeast().toMillis()),
        Long.toString(warmUp.atMost().toMillis()));
  }

  /** The reverse of {@link #arguments()}. */
  public static Assignment parse(List<String> arguments) {
    return new Assignment(
        arguments.get(0),
        arguments.get(1),
        arguments.get(2),
        new Setting(Integer.parseInt(arguments.get(3)), Scale.valueOf(arguments.get(4))),
        new WarmUpTime(
            Duration.ofMillis(Long.parseLong(arguments.get(5))),
            Duration.ofMillis(Long.parseLong(arguments.get(6)))));
  }
}
