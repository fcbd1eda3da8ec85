package dev.heddle.junit;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Has a {@link Law} kept by each test, and one by the class around them. */
final class LawOfTestsExtension
    implements BeforeAllCallback,
        AfterAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        InvocationInterceptor {
  private static final ExtensionContext.Namespace OURS =
      ExtensionContext.Namespace.create(LawOfTestsExtension.class);

  // ---- the class

  @Override
  public void beforeAll(ExtensionContext context) {
    put(context, Law.class, Law.begin(List.of()));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    end(context);
  }

  // ---- a test

  @Override
  public void beforeEach(ExtensionContext context) {
    if (isSimulated(context)) {
      return;
    }
    List<Law> around = new ArrayList<>();
    Optional<ExtensionContext> outer = context.getParent();
    while (outer.isPresent()) {
      Law law = outer.get().getStore(OURS).get(key(outer.get(), Law.class), Law.class);
      if (law != null) {
        around.add(law);
      }
      outer = outer.get().getParent();
    }
    put(context, Law.class, Law.begin(around));
    put(context, TestThread.class, new TestThread(context.getDisplayName()));
  }

  @Override
  public void afterEach(ExtensionContext context) throws InterruptedException {
    TestThread thread = of(context, TestThread.class);
    if (thread != null) {
      thread.end();
    }
    end(context);
  }

  private static void end(ExtensionContext context) {
    Law law = of(context, Law.class);
    AssertionError failure = law == null ? null : law.end(terms(context));
    if (failure != null) {
      throw failure;
    }
  }

  // ---- on the test's own thread

  @Override
  public void interceptBeforeEachMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    call(invocation, context);
  }

  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    call(invocation, context);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    call(invocation, context);
  }

  @Override
  public <T extends @Nullable Object> T interceptTestFactoryMethod(
      Invocation<T> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    return call(invocation, context);
  }

  @Override
  public void interceptDynamicTest(
      Invocation<@Nullable Void> invocation,
      DynamicTestInvocationContext test,
      ExtensionContext context)
      throws Throwable {
    call(invocation, context);
  }

  @Override
  public void interceptAfterEachMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    call(invocation, context);
  }

  private static <T extends @Nullable Object> T call(
      Invocation<T> invocation, ExtensionContext context) throws Throwable {
    TestThread thread = found(context, TestThread.class);
    Law law = found(context, Law.class);
    if (thread == null || law == null) {
      return invocation.proceed();
    }
    LawOfTests terms = terms(context);
    Duration limit = Delays.scaled(Duration.ofMillis(terms.wedged()));
    Duration patience = Delays.scaled(Duration.ofMillis(terms.patience()));
    return thread.call(
        invocation, limit, patience, () -> WedgeDump.of(context, limit, law.allRuntimes()));
  }

  // ---- what belongs to a context

  /** Each context has its own, and does not see that of the one around it. */
  private static String key(ExtensionContext context, Class<?> type) {
    return type.getSimpleName() + " " + context.getUniqueId();
  }

  private static void put(ExtensionContext context, Class<?> type, Object value) {
    context.getStore(OURS).put(key(context, type), value);
  }

  private static <T> @Nullable T of(ExtensionContext context, Class<T> type) {
    return context.getStore(OURS).get(key(context, type), type);
  }

  /** Of {@code context}, or, for a dynamic test, of the factory around it. */
  private static <T> @Nullable T found(ExtensionContext context, Class<T> type) {
    T own = of(context, type);
    return own != null || context.getParent().isEmpty() ? own : of(context.getParent().get(), type);
  }

  private static boolean isSimulated(ExtensionContext context) {
    return AnnotationSupport.isAnnotated(context.getTestMethod(), Simulate.class);
  }

  /** That of the method goes before that of its class, and that before the one around it. */
  private static LawOfTests terms(ExtensionContext context) {
    Optional<LawOfTests> own =
        AnnotationSupport.findAnnotation(context.getElement(), LawOfTests.class);
    return own.orElseGet(
        () ->
            terms(
                context
                    .getParent()
                    .orElseThrow(() -> new IllegalStateException("nobody has asked for the law"))));
  }
}
