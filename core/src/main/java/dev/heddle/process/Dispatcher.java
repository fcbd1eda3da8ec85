package dev.heddle.process;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the handler of a command: that of its class, else of the nearest superclass that has one,
 * else of an interface. The commands of {@link Command} are built in.
 */
final class Dispatcher {
  private static final CommandHandler<Object> NONE =
      (command, reply) -> {
        throw new CommandException(
            "nobody handles commands of "
                + command.getClass().getName()
                + "; register a handler with HeddleBuilder.commandHandler");
      };

  private final Map<Class<?>, CommandHandler<?>> handlers;
  private final BuiltInCommands builtIn;
  private final ConcurrentHashMap<Class<?>, CommandHandler<Object>> found =
      new ConcurrentHashMap<>();

  Dispatcher(Map<Class<?>, CommandHandler<?>> handlers, BuiltInCommands builtIn) {
    this.handlers = Map.copyOf(handlers);
    this.builtIn = builtIn;
  }

  /** Has {@code pending} carried out; whatever goes wrong becomes its outcome. */
  void dispatch(PendingCommand pending) {
    Object command = pending.command();
    try {
      if (command instanceof Command known) {
        builtIn.handle(known, pending);
      } else {
        handlerOf(command.getClass()).handle(command, pending);
      }
    } catch (Throwable e) {
      pending.tryFail(e);
    }
  }

  private CommandHandler<Object> handlerOf(Class<?> type) {
    CommandHandler<Object> handler = found.get(type);
    return handler == null ? found.computeIfAbsent(type, this::search) : handler;
  }

  private CommandHandler<Object> search(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      CommandHandler<Object> handler = registered(each);
      if (handler != null) {
        return handler;
      }
    }
    Set<Class<?>> candidates = new HashSet<>();
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      addInterfaces(each, candidates);
    }
    candidates.retainAll(handlers.keySet());
    if (candidates.size() > 1) {
      return (command, reply) -> {
        throw new CommandException(
            "several handlers would do for "
                + type.getName()
                + ": those of "
                + candidates
                + "; register one for the class itself");
      };
    }
    return candidates.isEmpty() ? NONE : registeredFor(candidates.iterator().next());
  }

  private static void addInterfaces(Class<?> type, Set<Class<?>> to) {
    for (Class<?> each : type.getInterfaces()) {
      to.add(each);
      addInterfaces(each, to);
    }
  }

  private CommandHandler<Object> registeredFor(Class<?> type) {
    CommandHandler<Object> handler = registered(type);
    return handler == null ? NONE : handler;
  }

  @SuppressWarnings("unchecked") // the builder has tied the handler's type to the class
  private @Nullable CommandHandler<Object> registered(Class<?> type) {
    return (CommandHandler<Object>) handlers.get(type);
  }
}
