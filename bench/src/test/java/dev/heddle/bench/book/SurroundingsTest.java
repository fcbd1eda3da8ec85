package dev.heddle.bench.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SurroundingsTest {
  private static final String COMMIT = "[0-9a-f]{12}";

  @TempDir private Path home;

  @BeforeEach
  void makeRepository() throws Exception {
    Files.createDirectories(home.resolve("docs/benchmarks"));
    write("Code.java", "before");
    write("docs/benchmarks/results.jsonl", "before");
    git("init", "-q");
    git("add", ".");
    git("-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "-q", "-m", "first");
  }

  @Test
  void theBookThatIsBeingWrittenIsNoChange() throws IOException {
    write("docs/benchmarks/results.jsonl", "after");
    assertThat(Surroundings.commit(home)).matches(COMMIT);
  }

  @Test
  void whatIsMeasuredAndWasNotCommittedIsTold() throws IOException {
    write("Code.java", "after");
    assertThat(Surroundings.commit(home)).matches(COMMIT + " with changes");
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(home.resolve(file), text);
  }

  private void git(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-C", home.toString()));
    command.addAll(List.of(arguments));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }
}
