package dev.heddle.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

class MicroBenchmarksTest {
  @Test
  void jmhKnowsThemAllAndNoOthers() {
    List<String> known =
        BenchmarkList.defaultList()
            .getAll(
                OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
            .stream()
            .map(BenchmarkListEntry::getUserClassQName)
            .distinct()
            .toList();
    assertThat(MicroBenchmarks.PARTS).containsExactlyInAnyOrderElementsOf(known);
  }

  @Test
  void namesOfClassesBecomeNamesOfVariants() {
    assertThat(MicroBenchmarks.kebab("DequePushPop")).isEqualTo("deque-push-pop");
    assertThat(MicroBenchmarks.kebab("virtualThreads")).isEqualTo("virtual-threads");
    assertThat(MicroBenchmarks.kebab("heddle")).isEqualTo("heddle");
  }
}
