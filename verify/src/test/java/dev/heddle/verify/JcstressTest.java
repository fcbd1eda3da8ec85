package dev.heddle.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.verify.JcstressRun.Result;
import dev.heddle.verify.JcstressRun.Results;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Every jcstress test of this module: the real ones show nothing that is forbidden, and the ones
 * {@link BrokenOnPurpose} do. One of these that shows nothing is run again, for longer, up to
 * {@link #CHANCES} times: on a busy machine its actors may not have met.
 *
 * <p>{@code -Dheddle.jcstress=REGEX} runs only those whose name the expression is found in.
 */
class JcstressTest {
  private static final int CHANCES = 8;

  @TestFactory
  Stream<DynamicTest> jcstress() throws Exception {
    List<Class<?>> tests = new ArrayList<>();
    Pattern asked = Pattern.compile(System.getProperty("heddle.jcstress", ""));
    for (String name : TestList.tests()) {
      if (asked.matcher(name).find()) {
        tests.add(Class.forName(TestList.getInfo(name).binaryName()));
      }
    }
    assertThat(tests).isNotEmpty();
    List<DynamicTest> verdicts = new ArrayList<>();
    for (JcstressForm form : JcstressForm.ofThisBuild()) {
      Results run = run(form, tests);
      verdicts.add(
          DynamicTest.dynamicTest(
              form + ": nothing hangs", () -> assertThat(run.hung()).isEmpty()));
      Map<Class<?>, Result> results = run.byTest();
      for (int again = 0; again < CHANCES && run.hung().isEmpty(); again++) {
        List<Class<?>> missed = missed(results);
        if (missed.isEmpty()) {
          break;
        }
        results.putAll(run(JcstressForm.PATIENT, missed).byTest());
      }
      results.forEach((test, result) -> verdicts.add(verdict(form, test, result)));
    }
    return verdicts.stream();
  }

  private static Results run(JcstressForm form, List<Class<?>> tests)
      throws IOException, InterruptedException {
    System.out.println("jcstress, " + form + ": " + String.join(" ", form.options()));
    Results results = JcstressRun.run(form, tests);
    results
        .byTest()
        .forEach(
            (test, result) ->
                System.out.printf(
                    "%,13d samples of %s, forbidden: %s%n",
                    result.samples(), test.getSimpleName(), result.forbiddenSeen()));
    return results;
  }

  private static List<Class<?>> missed(Map<Class<?>, Result> results) {
    List<Class<?>> missed = new ArrayList<>();
    results.forEach(
        (test, result) -> {
          if (isBroken(test) && result.forbiddenSeen().isEmpty()) {
            missed.add(test);
          }
        });
    return missed;
  }

  private static boolean isBroken(Class<?> test) {
    return test.isAnnotationPresent(BrokenOnPurpose.class);
  }

  private static DynamicTest verdict(JcstressForm form, Class<?> test, Result result) {
    String name = form + ": " + test.getCanonicalName();
    if (isBroken(test)) {
      return DynamicTest.dynamicTest(
          name + " is caught",
          () -> assertThat(result.forbiddenSeen()).as("%s", result).isNotEmpty());
    }
    return DynamicTest.dynamicTest(
        name + " passes", () -> assertThat(result.passed()).as("%s", result).isTrue());
  }
}
