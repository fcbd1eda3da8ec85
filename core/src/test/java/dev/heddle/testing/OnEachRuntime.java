package dev.heddle.testing;

import dev.heddle.metrics.Engine;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * A test that has to hold on every runtime of the matrix, worker counts times engines, and in a
 * simulated world with each of its worker counts up to 8 ({@link SimulatedRun}). It takes a {@link
 * Setup} and starts its runtime with {@link ConcurrentTestCase#start(Setup)}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@ArgumentsSource(OnEachRuntime.Points.class)
public @interface OnEachRuntime {
  /** The worker counts, if not all make sense for the test. */
  int[] workers() default {1, 2, 4, 8, 64};

  /** The engines, if not both make sense for the test. */
  Engine[] engines() default {Engine.VIRTUAL, Engine.PLATFORM};

  /** Why the test makes no sense in a simulated world, if so; empty: it runs there too. */
  String notSimulated() default "";

  /** The points of the matrix. */
  final class Points extends AnnotationBasedArgumentsProvider<OnEachRuntime> {
    @Override
    protected Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context, OnEachRuntime annotation) {
      return Matrix.of(
          annotation.engines(), annotation.workers(), annotation.notSimulated(), Setup::new);
    }
  }
}
