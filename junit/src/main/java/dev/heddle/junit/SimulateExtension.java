package dev.heddle.junit;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Runs a method with {@link Simulate} where JUnit would call it once. */
final class SimulateExtension implements InvocationInterceptor {
  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context) {
    invocation.skip();
    SimulatedMethod method =
        new SimulatedMethod(context.getRequiredTestClass(), call.getExecutable());
    Seeds seeds = Seeds.of(method.wanted(), System::getProperty);
    new SeedRuns(method.name(), System.err)
        .tryAll(seeds, seed -> method.run(seed, method.config()));
  }
}
