package dev.heddle.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Has JUnit run classes of tests within a test. */
final class Outcomes {
  static final String SUCCESS = "success";

  private Outcomes() {}

  /** What became of each test, and of each class that failed: a failure with all its causes. */
  static Map<String, String> of(Class<?> type) {
    Map<String, String> outcomes = new TreeMap<>();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(type)).build();
    LauncherFactory.create()
        .execute(
            request,
            new TestExecutionListener() {
              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest() || result.getThrowable().isPresent()) {
                  outcomes.put(
                      test.getDisplayName(),
                      result.getThrowable().map(Outcomes::text).orElse(SUCCESS));
                }
              }
            });
    return outcomes;
  }

  private static String text(Throwable failure) {
    StringBuilder text = new StringBuilder(failure.toString());
    for (Throwable each : failure.getSuppressed()) {
      text.append("\nSUPPRESSED ").append(text(each));
    }
    return text.toString();
  }

  /** All of the class's {@code tests} tests do. */
  static void succeeds(Class<?> type, int tests) {
    assertThat(of(type)).hasSize(tests).allSatisfy((test, o) -> assertThat(o).isEqualTo(SUCCESS));
  }
}
