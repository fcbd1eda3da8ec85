package dev.heddle.junit;

import dev.heddle.sim.Simulation;
import dev.heddle.sim.SimulationConfig;
import dev.heddle.sim.SimulationReport;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** A method with {@link Simulate}, of a class that it may have inherited it from. */
final class SimulatedMethod {
  private final Class<?> type;
  private final Method method;
  private final Simulate wanted;
  private final List<Method> before;
  private final List<Method> after;

  /**
   * @throws IllegalArgumentException if it cannot be run: it has parameters, for instance
   */
  SimulatedMethod(Class<?> type, Method method) {
    this.type = type;
    this.method = method;
    wanted = Objects.requireNonNull(method.getAnnotation(Simulate.class));
    before = around(BeforeEach.class, HierarchyTraversalMode.TOP_DOWN);
    after = around(AfterEach.class, HierarchyTraversalMode.BOTTOM_UP);
    withoutParameters(method);
  }

  /** All that {@code type} has. */
  static List<SimulatedMethod> of(Class<?> type) {
    return AnnotationSupport.findAnnotatedMethods(
            type, Simulate.class, HierarchyTraversalMode.TOP_DOWN)
        .stream()
        .map(method -> new SimulatedMethod(type, method))
        .toList();
  }

  private List<Method> around(
      Class<? extends Annotation> annotation, HierarchyTraversalMode order) {
    List<Method> found = AnnotationSupport.findAnnotatedMethods(type, annotation, order);
    found.forEach(SimulatedMethod::withoutParameters);
    return found;
  }

  private static void withoutParameters(Method each) {
    if (each.getParameterCount() > 0) {
      throw new IllegalArgumentException(
          "%s.%s has parameters, and nobody to give it any in a simulation"
              .formatted(each.getDeclaringClass().getName(), each.getName()));
    }
  }

  String methodName() {
    return method.getName();
  }

  /** As {@code ./heddle sim} takes it. */
  String name() {
    return type.getName() + "#" + method.getName();
  }

  Simulate wanted() {
    return wanted;
  }

  SimulationConfig config() {
    return SimulationConfig.DEFAULT
        .withWorkers(wanted.workers())
        .withStrategy(wanted.strategy().strategy())
        .withFaults(wanted.faults())
        .withFaultInterval(wanted.faultInterval())
        .withForcedClose(wanted.forcedClose())
        .withMost(wanted.most())
        .withRepeat("./heddle sim " + ShellWord.quoted(name()) + " --seed %d");
  }

  SimulationReport run(long seed, SimulationConfig config) {
    return Simulation.run(seed, config, this::perform);
  }

  /** Within the simulation. */
  private void perform() throws Exception {
    Object instance = instance(type);
    try {
      for (Method each : before) {
        ReflectionSupport.invokeMethod(each, instance);
      }
      ReflectionSupport.invokeMethod(method, instance);
    } finally {
      for (Method each : after) {
        ReflectionSupport.invokeMethod(each, instance);
      }
    }
  }

  /** A new one, of an inner class in a new one of the class around it. */
  private static Object instance(Class<?> of) {
    Class<?> around = of.getEnclosingClass();
    return around == null || Modifier.isStatic(of.getModifiers())
        ? ReflectionSupport.newInstance(of)
        : ReflectionSupport.newInstance(of, instance(around));
  }
}
