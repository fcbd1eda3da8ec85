package dev.heddle.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The commands of one process that are under way: a list that they themselves are the links of. All
 * of it belongs to the one who has claimed the process; {@code size} and {@code newest} are opaque,
 * for who looks in.
 */
final class PendingCommands {
  private static final VarHandle SIZE;
  private static final VarHandle NEWEST;

  static {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      SIZE = here.findVarHandle(PendingCommands.class, "size", int.class);
      NEWEST = here.findVarHandle(PendingCommands.class, "newest", PendingCommand.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private int size;
  private @Nullable PendingCommand newest;

  void add(PendingCommand command) {
    PendingCommand before = newest;
    command.older = before;
    if (before != null) {
      before.newer = command;
    }
    NEWEST.setOpaque(this, command);
    SIZE.setOpaque(this, size + 1);
  }

  void remove(PendingCommand command) {
    PendingCommand older = command.older;
    PendingCommand newer = command.newer;
    if (newer == null) {
      NEWEST.setOpaque(this, older);
    } else {
      newer.older = older;
    }
    if (older != null) {
      older.newer = newer;
    }
    command.older = null;
    command.newer = null;
    SIZE.setOpaque(this, size - 1);
  }

  /** The process ends: nobody waits for them any more. */
  void cancelAll() {
    PendingCommand command;
    while ((command = newest) != null) {
      remove(command);
      boolean _ = command.cancel();
    }
  }

  /** Anybody. */
  int size() {
    return (int) SIZE.getOpaque(this);
  }

  /** Anybody: the command that was yielded last; null if there is none. */
  @Nullable Object newest() {
    PendingCommand seen = (PendingCommand) NEWEST.getOpaque(this);
    return seen == null ? null : seen.command();
  }
}
