package dev.heddle;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Those that the class path brings along, if they are wanted. */
final class RuntimeListeners {
  /** Set to anything, it has listeners looked for. */
  static final String PROPERTY = "heddle.page";

  private static final System.Logger LOG = System.getLogger("dev.heddle");

  private RuntimeListeners() {}

  /** Loaded when the first runtime starts. */
  private static final class Found {
    static final List<RuntimeListener> LISTENERS =
        System.getProperty(PROPERTY) == null ? List.of() : load();
  }

  private static List<RuntimeListener> load() {
    List<RuntimeListener> found = new ArrayList<>();
    try {
      Iterator<RuntimeListener> services =
          ServiceLoader.load(RuntimeListener.class, RuntimeListener.class.getClassLoader())
              .iterator();
      while (services.hasNext()) {
        try {
          found.add(services.next());
        } catch (ServiceConfigurationError e) {
          tell("a listener to runtimes cannot be loaded", e);
        }
      }
    } catch (RuntimeException | LinkageError | ServiceConfigurationError e) {
      tell("listeners to runtimes cannot be looked for", e);
    }
    return List.copyOf(found);
  }

  static void started(Heddle runtime) {
    for (RuntimeListener listener : Found.LISTENERS) {
      try {
        listener.started(runtime);
      } catch (Throwable e) { // the runtime has started, and who starts it has to get it
        tell("a listener failed at the start of runtime '" + runtime.name() + "'", e);
      }
    }
  }

  private static void tell(String what, Throwable e) {
    LOG.log(System.Logger.Level.WARNING, what + "; the program goes on without it", e);
  }
}
