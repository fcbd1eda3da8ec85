package dev.heddle.bench.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.bench.BenchmarkFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class GuardTest {
  private static final String BYTES = "fib task, 1 worker: bytes";
  private static final String PARKS = "fib task, 2 workers: parks";

  private final ByteArrayOutputStream told = new ByteArrayOutputStream();
  @TempDir private Path folder;
  private Path file = Path.of("");
  private Guard guard = new Guard(file, System.out);

  @BeforeEach
  void acceptSome() throws IOException {
    file = folder.resolve("guard.jsonl");
    guard = new Guard(file, new PrintStream(told, true, StandardCharsets.UTF_8));
    GuardFile.write(file, List.of(new Figure(BYTES, 40, 5, 1), new Figure(PARKS, 0, 5, 0.01)));
  }

  @Test
  void whatStaysWithinItsToleranceIsAllRight() {
    assertThat(guard.check(Map.of(BYTES, 43.0, PARKS, 0.01))).isTrue();
    assertThat(said()).contains("2 figures are as they should be");
  }

  @Test
  void whatGrewIsToldWithByHowMuchAndHowToAcceptIt() {
    assertThat(guard.check(Map.of(BYTES, 48.0, PARKS, 0.0))).isFalse();
    assertThat(said())
        .contains(BYTES + " grew from 40.0000 to 48.0000 (+20.0 %); at most 43.0000 is allowed")
        .contains("--guard --accept")
        .doesNotContain(PARKS);
  }

  @Test
  void whatWasNothingMayNotBecomeSomething() {
    assertThat(guard.check(Map.of(BYTES, 40.0, PARKS, 0.5))).isFalse();
    assertThat(said()).contains(PARKS + " grew from 0.0000 to 0.5000; at most 0.0100");
  }

  @Test
  void whatShrankIsOnlyTold() {
    assertThat(guard.check(Map.of(BYTES, 16.0, PARKS, 0.0))).isTrue();
    assertThat(said()).contains(BYTES + " shrank from 40.0000 to 16.0000");
  }

  @Test
  void whatIsNewOrGoneHasToBeAcceptedToo() {
    assertThat(guard.check(Map.of(BYTES, 40.0, "new", 1.0))).isFalse();
    assertThat(said()).contains(PARKS + " is not counted any more", "new is new");
  }

  @Test
  void acceptingKeepsTheTolerances() throws IOException {
    guard.accept(Map.of(BYTES, 48.0));
    assertThat(GuardFile.read(file)).containsExactly(new Figure(BYTES, 48, 5, 1));
    assertThat(guard.check(Map.of(BYTES, 48.0))).isTrue();
  }

  @Test
  void aFileThatMakesNoSenseIsRefused() throws IOException {
    Files.writeString(file, "{\"figure\":\"x\"}\n");
    assertThatThrownBy(() -> guard.check(Map.of())).isInstanceOf(BenchmarkFailure.class);
  }

  /** The real thing: what is counted here, against a file in which one figure is too small. */
  @Test
  @Timeout(300)
  void aDoctoredFileFails() throws IOException {
    Map<String, Double> counted = Guard.count(List.of("fib"));
    guard.accept(counted);
    assertThat(guard.check(counted)).isTrue();
    List<Figure> real = GuardFile.read(file);
    assertThat(real).isNotEmpty();
    Figure first = real.getFirst();
    GuardFile.write(
        file,
        real.stream()
            .map(figure -> figure.equals(first) ? figure.withValue(first.value() * 0.8) : figure)
            .toList());
    assertThat(guard.check(counted)).isFalse();
    assertThat(said()).contains(first.name() + " grew");
  }

  private String said() {
    return told.toString(StandardCharsets.UTF_8);
  }
}
