package dev.heddle.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class EntryTest {

  @Test
  void limitsAreFloorsAndRivalsAreNot() {
    List<String> floors =
        Catalogue.all().stream()
            .flatMap(benchmark -> benchmark.entries().stream())
            .filter(Entry::isFloor)
            .map(Entry::contender)
            .distinct()
            .toList();
    assertThat(floors).containsExactlyInAnyOrder(Entry.PLAIN_CALL, Entry.CAS, Entry.CONTINUATION);
  }
}
