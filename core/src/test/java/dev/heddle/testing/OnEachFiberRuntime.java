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
 * As {@link OnEachRuntime}, for fibers and what they wait with: a runtime without workers too, to
 * which the test's own thread is bound. That thread runs everything, whenever it waits: in a join,
 * at a signal, or in one of {@link ConcurrentTestCase}'s waits.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@ArgumentsSource(OnEachFiberRuntime.Points.class)
public @interface OnEachFiberRuntime {
  /** The worker counts, if not all make sense for the test; 0: the test's thread is bound. */
  int[] workers() default {0, 1, 2, 4, 8, 64};

  /** The engines, if not both make sense for the test. */
  Engine[] engines() default {Engine.VIRTUAL, Engine.PLATFORM};

  /** Why the test makes no sense in a simulated world, if so; empty: it runs there too. */
  String notSimulated() default "";

  /** The points of the matrix. */
  final class Points extends AnnotationBasedArgumentsProvider<OnEachFiberRuntime> {
    @Override
    protected Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context, OnEachFiberRuntime annotation) {
      return Matrix.of(
          annotation.engines(),
          annotation.workers(),
          annotation.notSimulated(),
          (workers, engine) -> new Setup(workers, engine, workers == 0, false));
    }
  }
}
