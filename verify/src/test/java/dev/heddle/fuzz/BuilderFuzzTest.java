package dev.heddle.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.heddle.Heddle;
import dev.heddle.HeddleBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any value is taken, or refused by a message that names it and the range. */
class BuilderFuzzTest {
  /** A setting with a range. */
  private record Setting<T extends Comparable<T>>(String name, T least, T most, Call<T> call) {
    interface Call<T> {
      HeddleBuilder on(HeddleBuilder builder, T value);
    }

    void takesOrRefuses(T value) {
      HeddleBuilder builder = Heddle.builder();
      if (value.compareTo(least) >= 0 && value.compareTo(most) <= 0) {
        assertThat(call.on(builder, value)).isSameAs(builder);
      } else {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> call.on(builder, value))
            .withMessage("%s: %s, must be between %s and %s".formatted(name, value, least, most));
      }
    }
  }

  @Property
  void numbersAreTakenOrRefused(@ForAll("numbers") int value) {
    number("workers", 1 << 12, HeddleBuilder::workers).takesOrRefuses(value);
    number("spare workers", 1 << 10, HeddleBuilder::spareWorkers).takesOrRefuses(value);
    number("tight spins", 1 << 20, (b, n) -> b.spins(n, 0)).takesOrRefuses(value);
    number("patient spins", 1 << 20, (b, n) -> b.spins(0, n)).takesOrRefuses(value);
  }

  private static Setting<Integer> number(String name, int most, Setting.Call<Integer> call) {
    return new Setting<>(name, 0, most, call);
  }

  @Property
  void durationsAreTakenOrRefused(@ForAll("durations") Duration value) {
    Duration aMoment = Duration.ofMillis(1);
    Duration aYear = Duration.ofDays(365);
    new Setting<>("stuckAfter", aMoment, Duration.ofHours(1), HeddleBuilder::stuckAfter)
        .takesOrRefuses(value);
    new Setting<>("reportAfter", aMoment, aYear, HeddleBuilder::reportAfter).takesOrRefuses(value);
    new Setting<>("closeTimeout", Duration.ZERO, aYear, HeddleBuilder::closeTimeout)
        .takesOrRefuses(value);
  }

  @Property
  void textsAreTakenUnlessBlankOrHalf(@ForAll("texts") String text) {
    if (text.isBlank() || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Heddle.builder().name(text))
          .withMessageContaining("name");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Heddle.builder().node(text))
          .withMessageContaining("node");
    } else {
      HeddleBuilder builder = Heddle.builder();
      assertThat(builder.name(text).node(text)).isSameAs(builder);
    }
  }

  /** What was taken can be started, run and closed. */
  @Property(tries = 60)
  void whatIsTakenRuns(
      @ForAll("someWorkers") int workers,
      @ForAll("durations") Duration duration,
      @ForAll("texts") String text,
      @ForAll("numbers") int spins,
      @ForAll long seed) {
    HeddleBuilder builder = Heddle.builder().workers(workers).seed(seed);
    ifTaken(() -> builder.stuckAfter(duration));
    ifTaken(() -> builder.reportAfter(duration));
    ifTaken(() -> builder.name(text).node(text));
    ifTaken(() -> builder.spins(Math.min(spins, 1_000), Math.min(spins, 100)));
    try (Heddle heddle = builder.start()) {
      assertThat(heddle.submit(() -> 42).join()).isEqualTo(42);
    }
  }

  private static void ifTaken(Runnable setting) {
    try {
      setting.run();
    } catch (IllegalArgumentException _) {
      // stays as it was
    }
  }

  @Provide
  Arbitrary<Integer> someWorkers() {
    return Arbitraries.integers().between(0, 6);
  }

  @Provide
  Arbitrary<Integer> numbers() {
    return Arbitraries.oneOf(
        Arbitraries.integers(),
        Arbitraries.of(-1, 0, 1, 1 << 10, 1 << 12, 1 << 20)
            .flatMap(edge -> Arbitraries.integers().between(edge - 1, edge + 1)));
  }

  @Provide
  Arbitrary<Duration> durations() {
    return Arbitraries.oneOf(
        Combinators.combine(Arbitraries.longs(), Arbitraries.longs().between(0, 999_999_999))
            .as(Duration::ofSeconds),
        Arbitraries.of(
                Duration.ZERO, Duration.ofMillis(1), Duration.ofHours(1), Duration.ofDays(365))
            .flatMap(edge -> Arbitraries.longs().between(-1, 1).map(edge::plusNanos)));
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(10),
        Arbitraries.of("", " ", "\t\n", "a", "%s%n%d"),
        Arbitraries.strings().withChars('a', '\ud83d', '\ude00').ofMaxLength(3));
  }
}
