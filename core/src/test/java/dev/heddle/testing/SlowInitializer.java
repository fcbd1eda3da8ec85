package dev.heddle.testing;

import java.io.IOException;
import java.io.InputStream;

/**
 * Classes whose initialisers do what a test says, each anew: a class is initialised once, so every
 * call loads it again, by a loader of its own. A thread in an initialiser, or waiting for one,
 * holds its worker: the JDK cannot park a virtual thread there.
 */
public final class SlowInitializer {
  private static volatile Runnable next = () -> {};

  private SlowInitializer() {}

  /** Is loaded again and again; its initialiser runs what the test gave. */
  static final class Template {
    static {
      runNext();
    }

    private Template() {}
  }

  /** For {@link Template}, to whose copies this class is one of another package. */
  public static void runNext() {
    next.run();
  }

  /** A class that runs {@code body} when {@link #initialize} is first called with it. */
  public static synchronized Class<?> prepare(Runnable body) {
    next = body;
    try {
      return Class.forName(Template.class.getName(), false, new Again());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** Initialises {@code prepared}, or waits until whoever does so is through. */
  public static void initialize(Class<?> prepared) {
    try {
      Class.forName(prepared.getName(), true, prepared.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** Loads {@link Template} itself, and leaves everything else to the tests' loader. */
  private static final class Again extends ClassLoader {
    Again() {
      super(SlowInitializer.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return name.equals(Template.class.getName())
          ? template(name)
          : super.loadClass(name, resolve);
    }

    private Class<?> template(String name) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? define(name) : loaded;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream bytes =
          Template.class.getResourceAsStream("SlowInitializer$Template.class")) {
        if (bytes == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] content = bytes.readAllBytes();
        return defineClass(name, content, 0, content.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
