package dev.heddle.supervisor;

import dev.heddle.process.Cancel;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Message;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.StepOutput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * All leaves of a tree, as they themselves say: who lives, and when each was started by whom. Each
 * has a name, a topic and a timer, which must go when it goes.
 */
final class Census {
  /** One start of a leaf. */
  record Birth(String leaf, long time) {}

  private final Map<String, Pid> living = new ConcurrentHashMap<>();
  private final Map<Pid, Queue<Birth>> births = new ConcurrentHashMap<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  ChildSpec leaf(String id, Restart restart) {
    return ChildSpec.process(id, () -> new Leaf(id)).withRestart(restart);
  }

  /** A leaf that is a fiber. */
  ChildSpec fiber(String id, Restart restart) {
    return ChildSpec.body(
            id,
            inbox -> {
              begin(id, inbox.context());
              try {
                while (true) {
                  obey(id, inbox.receive());
                }
              } catch (Done _) {
                return null;
              } finally {
                end(id, inbox.self());
              }
            })
        .withRestart(restart);
  }

  @Nullable Pid pid(String leaf) {
    return living.get(leaf);
  }

  int size() {
    return living.size();
  }

  /** What has gone wrong; nothing, it is hoped. */
  List<String> wrong() {
    return List.copyOf(wrong);
  }

  /** The starts of all that are no fibers, by the supervisor that made them and waited for them. */
  Map<Pid, Queue<Birth>> births() {
    return births;
  }

  private void begin(String id, ProcessContext context) {
    Pid other = living.put(id, context.self());
    if (other != null) {
      wrong.add(id + " lives twice, as " + other + " and " + context.self());
    }
    context.processes().register(id, context.self());
    context.join("leaves");
    context.sendAfter(Duration.ofHours(1), context.self(), "never");
  }

  private void end(String id, Pid self) {
    if (!living.remove(id, self)) {
      wrong.add(id + " ends as " + self + ", and somebody else has its place");
    }
  }

  /** Thrown by a leaf that has been told to complete. */
  private static final class Done extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static void obey(String id, Object message) {
    if (message.equals("crash")) {
      throw new IllegalStateException(id + " crashes");
    }
    if (message.equals("complete")) {
      throw new Done();
    }
  }

  private final class Leaf implements Process {
    private final String id;
    private @Nullable Pid self;

    Leaf(String id) {
      this.id = id;
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      self = context.self();
      Pid parent = context.parent();
      if (parent != null) {
        births
            .computeIfAbsent(parent, _ -> new ConcurrentLinkedQueue<>())
            .add(new Birth(id, System.nanoTime()));
      }
      begin(id, context);
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event instanceof Cancel) {
          out.complete();
          return;
        }
        if (event instanceof Message message) {
          try {
            obey(id, message.data());
          } catch (Done _) {
            out.complete();
            return;
          }
        }
      }
    }

    @Override
    public void close() {
      Pid mine = self;
      if (mine != null) {
        end(id, mine);
      }
    }
  }
}
