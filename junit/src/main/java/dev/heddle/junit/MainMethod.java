package dev.heddle.junit;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code java} would start: with or without arguments, static or of an instance. */
final class MainMethod {
  private MainMethod() {}

  /** Of {@code type}; null: it has none. */
  static @Nullable Method of(Class<?> type) {
    Method found = declared(type, String[].class);
    return found == null ? declared(type) : found;
  }

  private static @Nullable Method declared(Class<?> type, Class<?>... parameters) {
    try {
      return type.getDeclaredMethod("main", parameters);
    } catch (NoSuchMethodException _) {
      return null;
    }
  }

  /** Calls it, and throws what it throws. */
  static void call(Method main, List<String> arguments) throws Exception {
    main.setAccessible(true);
    Object instance = null;
    if (!Modifier.isStatic(main.getModifiers())) {
      Constructor<?> maker = main.getDeclaringClass().getDeclaredConstructor();
      maker.setAccessible(true);
      instance = maker.newInstance();
    }
    try {
      if (main.getParameterCount() == 0) {
        main.invoke(instance);
      } else {
        main.invoke(instance, (Object) arguments.toArray(String[]::new));
      }
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case Exception thrown -> throw thrown;
        case Error thrown -> throw thrown;
        case null, default -> throw e;
      }
    }
  }
}
