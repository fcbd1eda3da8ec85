package dev.heddle.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.LinCheckerKt;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.strategy.IncorrectResultsFailure;
import org.jetbrains.kotlinx.lincheck.strategy.LincheckFailure;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;

/**
 * Whether what several threads do with an object could have been done one after the other, by
 * Lincheck. It makes small programs of the operations of a class, runs them on threads of its own,
 * and looks for an order in which the specification, an obvious class with the same operations,
 * gives the same results.
 *
 * <p><b>Model checking</b> takes the threads through schedules of its own choice, one step at a
 * time: nothing is left to luck, and a failure is shown as the steps that lead to it. It knows no
 * reordering of memory accesses. <b>Stress</b> lets the threads run.
 *
 * <p>Lincheck draws its programs and schedules from a fixed seed, so a run of the model checker
 * repeats the last one.
 */
public final class Linearizability {
  private static final int THREADS = 2;
  private static final int STEPS = 3;

  private Linearizability() {}

  /** Fails if the operations of {@code real} are not those of {@code specification}. */
  public static void holds(Class<?> real, Class<?> specification) {
    ModelCheckingOptions models =
        models().iterations(Effort.times(6)).invocationsPerIteration(Effort.times(100, 2_000));
    passes(models, real, specification);
    StressOptions stress =
        small(new StressOptions())
            .iterations(Effort.times(2))
            .invocationsPerIteration(Effort.times(100, 5_000));
    passes(stress, real, specification);
  }

  /**
   * As {@link #holds}, for one program that is worth many schedules.
   *
   * @param threads what each thread does, as names of operations
   */
  public static void holdsFor(Class<?> real, Class<?> specification, List<List<String>> threads) {
    passes(only(program(real, threads)), real, specification);
  }

  private static <O extends Options<O, ?>> void passes(
      O options, Class<?> real, Class<?> specification) {
    LincheckFailure failure = check(options, real, specification);
    assertThat(failure).as("%s", failure).isNull();
  }

  /**
   * Fails if {@code broken} is not caught, by results that the specification cannot give. An
   * exception or a hang does not count: a broken check gives these, too.
   */
  public static void isRefuted(Class<?> broken, Class<?> specification) {
    ModelCheckingOptions models = models().iterations(200).invocationsPerIteration(100);
    refutes(models, broken, specification);
  }

  /** As {@link #isRefuted}, for one program. */
  public static void isRefutedFor(
      Class<?> broken, Class<?> specification, List<List<String>> threads) {
    refutes(only(program(broken, threads)), broken, specification);
  }

  private static void refutes(
      ModelCheckingOptions models, Class<?> broken, Class<?> specification) {
    LincheckFailure failure = check(models, broken, specification);
    assertThat(failure).as("%s", failure).isInstanceOf(IncorrectResultsFailure.class);
    System.out.println(failure);
  }

  private static ModelCheckingOptions models() {
    return small(new ModelCheckingOptions());
  }

  private static ModelCheckingOptions only(ExecutionScenario program) {
    return new ModelCheckingOptions()
        .iterations(0)
        .invocationsPerIteration(500)
        .addCustomScenario(program);
  }

  private static <O extends Options<O, ?>> O small(O options) {
    return options.threads(THREADS).actorsPerThread(STEPS).actorsBefore(STEPS).actorsAfter(STEPS);
  }

  private static <O extends Options<O, ?>> @Nullable LincheckFailure check(
      O options, Class<?> operations, Class<?> specification) {
    return LinCheckerKt.checkImpl(options.sequentialSpecification(specification), operations);
  }

  private static ExecutionScenario program(Class<?> operations, List<List<String>> threads) {
    List<List<Actor>> actors =
        threads.stream()
            .map(calls -> calls.stream().map(name -> call(operations, name)).toList())
            .toList();
    return new ExecutionScenario(List.of(), actors, List.of(), null);
  }

  /** With 1 for each argument. */
  private static Actor call(Class<?> operations, String name) {
    Method method =
        Arrays.stream(operations.getMethods())
            .filter(each -> each.getName().equals(name))
            .findFirst()
            .orElseThrow();
    return new Actor(method, Arrays.stream(method.getParameterTypes()).map(_ -> 1).toList());
  }
}
