package dev.heddle.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heddle.verify.JcstressRun.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Every jcstress test of this module: the real ones pass, and the ones {@link BrokenOnPurpose} are
 * caught.
 */
class JcstressTest {

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  @TestFactory
  Stream<DynamicTest> jcstress() throws Exception {
    List<Class<?>> runnable = new ArrayList<>();
    List<DynamicTest> tooWide = new ArrayList<>();
    for (String name : TestList.tests()) {
      TestInfo info = TestList.getInfo(name);
      if (info.threads() <= PROCESSORS) {
        runnable.add(Class.forName(info.binaryName()));
      } else {
        String reason = info.threads() + " actors, " + PROCESSORS + " processors";
        tooWide.add(DynamicTest.dynamicTest(name, () -> assumeTrue(false, reason)));
      }
    }
    assertThat(runnable).isNotEmpty();
    Stream<DynamicTest> ran =
        JcstressRun.run(runnable).entrySet().stream()
            .map(entry -> verdict(entry.getKey(), entry.getValue()));
    return Stream.concat(ran, tooWide.stream());
  }

  private static DynamicTest verdict(Class<?> test, Result result) {
    String name = test.getCanonicalName();
    if (test.isAnnotationPresent(BrokenOnPurpose.class)) {
      return DynamicTest.dynamicTest(
          name + " is caught",
          () -> assertThat(result.forbiddenSeen()).as("%s", result).isNotEmpty());
    }
    return DynamicTest.dynamicTest(
        name + " passes", () -> assertThat(result.passed()).as("%s", result).isTrue());
  }
}
