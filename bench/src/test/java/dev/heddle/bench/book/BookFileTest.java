package dev.heddle.bench.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Suite;
import dev.heddle.bench.session.Absence;
import dev.heddle.bench.session.JsonLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BookFileTest {
  private static final BookRow FIB =
      Samples.row(Suite.FORK_JOIN, "fib", "task", 1, "forkjoinpool", 1.5);
  private static final BookRow GO =
      Samples.absence(Suite.SAVINA, "go", Absence.Kind.MISSING, "go is missing");

  @TempDir private Path folder;

  @Test
  void whatWasWrittenCanBeReadAtAnyTime() throws IOException {
    Path path = folder.resolve("results.jsonl");
    try (BookFile file = new BookFile(path)) {
      file.begin(Map.of("processor", "fast"));
      assertThat(BookFile.read(path).rows()).isEmpty();
      file.add(FIB.suite(), List.of(FIB.row()));
      file.add(GO.suite(), List.of(GO.row()));
      assertThat(BookFile.read(path))
          .isEqualTo(new Recording(Map.of("processor", "fast"), List.of(FIB, GO), false));
      file.end(Map.of("duration", "long"));
    }
    Recording all = BookFile.read(path);
    assertThat(all.complete()).isTrue();
    assertThat(all.facts())
        .containsExactly(Map.entry("processor", "fast"), Map.entry("duration", "long"));
  }

  @Test
  void aLineThatWasNotWrittenToItsEndDoesNotCount() throws IOException {
    Path path = folder.resolve("results.jsonl");
    try (BookFile file = new BookFile(path)) {
      file.begin(Map.of("processor", "fast"));
      file.add(FIB.suite(), List.of(FIB.row()));
    }
    String whole = Files.readString(path);
    Files.writeString(path, whole + whole.lines().toList().getLast().substring(0, 40));
    assertThat(BookFile.read(path).rows()).containsExactly(FIB);
    Files.writeString(path, whole.stripTrailing());
    assertThat(BookFile.read(path).rows()).containsExactly(FIB);
  }

  @Test
  void anEmptyFileIsNoBook() throws IOException {
    Path path = Files.createFile(folder.resolve("empty.jsonl"));
    assertThatThrownBy(() -> BookFile.read(path))
        .isInstanceOf(BenchmarkFailure.class)
        .hasMessageContaining("is empty");
  }

  @Test
  void rowsOfJsonAreToldFromABooks() throws IOException {
    Path path = folder.resolve("json.jsonl");
    Files.writeString(path, JsonLines.line(FIB.row()) + "\n");
    assertThatThrownBy(() -> BookFile.read(path))
        .isInstanceOf(BenchmarkFailure.class)
        .hasMessageContainingAll("--json", "results.jsonl");
  }

  @Test
  void whatNoBookHasWrittenIsRefusedWithTheLine() throws IOException {
    Path path = folder.resolve("other.jsonl");
    Files.writeString(path, "{\"line\":\"begin\"}\n{\"benchmark\":\"fib\"}\n");
    assertThatThrownBy(() -> BookFile.read(path))
        .isInstanceOf(BenchmarkFailure.class)
        .hasMessageContaining("line 2");
    assertThatThrownBy(() -> BookFile.read(folder.resolve("none")))
        .isInstanceOf(BenchmarkFailure.class)
        .hasMessageContaining("there is no ")
        .hasMessageNotContaining("Exception");
    Files.write(path, new byte[] {(byte) 0xff, (byte) 0xfe});
    assertThatThrownBy(() -> BookFile.read(path))
        .isInstanceOf(BenchmarkFailure.class)
        .hasMessageContaining("no text in UTF-8");
  }
}
