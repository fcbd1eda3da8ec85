package dev.heddle.observe.top;

import java.io.IOException;
import java.io.Serial;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import javax.management.InstanceNotFoundException;
import org.jspecify.annotations.Nullable;

/** Looks at the runtimes of a JVM, which may end at any time, and so may it. */
final class Session {
  private final TargetJvm target;
  private int runtimes;

  Session(TargetJvm target) {
    this.target = target;
  }

  /** The JVM has ended. */
  static final class Ended extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    Ended(Throwable cause) {
      super(cause);
    }
  }

  /** How many runtimes there were at the last look. */
  int runtimes() {
    return runtimes;
  }

  long pid() {
    return target.pid();
  }

  /**
   * Looks at one of them.
   *
   * @param which counted round and round
   * @return null if there is none at the moment
   */
  @Nullable Frame look(int which, Watched.Query query) throws Ended, TopFailure {
    try {
      List<Watched> all = target.runtimes();
      runtimes = all.size();
      return all.isEmpty() ? null : all.get(Math.floorMod(which, all.size())).look(query);
    } catch (IOException e) {
      throw new Ended(e);
    } catch (UndeclaredThrowableException e) {
      return explain(e.getUndeclaredThrowable());
    } catch (IllegalArgumentException e) {
      throw otherVersion(e);
    }
  }

  private @Nullable Frame explain(Throwable cause) throws Ended, TopFailure {
    if (cause instanceof IOException) {
      throw new Ended(cause);
    }
    if (cause instanceof InstanceNotFoundException) {
      return null; // it has closed meanwhile
    }
    throw otherVersion(cause);
  }

  private TopFailure otherVersion(Throwable cause) {
    return new TopFailure(
        "the runtime in the JVM %d can't be read, probably because its Heddle is of another version than this one: %s"
            .formatted(target.pid(), cause),
        cause);
  }
}
