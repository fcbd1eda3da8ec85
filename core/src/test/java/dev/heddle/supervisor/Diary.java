package dev.heddle.supervisor;

import dev.heddle.process.Cancel;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Message;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.StepOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the children of a test's supervisor have lived through: {@code +a} for a start, {@code -a}
 * for an end. It fails if two children of one name live at a time.
 */
final class Diary {
  /** Sent to a child: it throws. */
  static final String CRASH = "crash";

  /** Sent to a child: it completes. */
  static final String END = "end";

  private final List<String> entries = new ArrayList<>();
  private final Map<String, Pid> living = new ConcurrentHashMap<>();
  private final Set<String> broken = ConcurrentHashMap.newKeySet();
  private final List<AssertionError> doubles = new ArrayList<>();

  /** A child that waits for messages. */
  ChildSpec child(String id) {
    return ChildSpec.process(id, () -> new Member(id, false));
  }

  /** One that does not care for a cancel. */
  ChildSpec stubborn(String id) {
    return ChildSpec.process(id, () -> new Member(id, true));
  }

  /** Lets the init of this child throw from now on. */
  void breakInit(String id) {
    broken.add(id);
  }

  void mendInit(String id) {
    broken.remove(id);
  }

  synchronized void write(String entry) {
    entries.add(entry);
  }

  synchronized List<String> entries() {
    doubles.forEach(
        each -> {
          throw each;
        });
    return List.copyOf(entries);
  }

  synchronized void clear() {
    entries.clear();
  }

  /** The living child of this id; null if there is none. */
  @Nullable Pid pid(String id) {
    return living.get(id);
  }

  private synchronized void begin(String id, Pid pid) {
    Pid other = living.put(id, pid);
    if (other != null) {
      doubles.add(new AssertionError(id + " lives twice, as " + other + " and " + pid));
    }
    write("+" + id);
  }

  private synchronized void end(String id) {
    living.remove(id);
    write("-" + id);
  }

  private final class Member implements Process {
    private final String id;
    private final boolean stubborn;
    private boolean begun;

    Member(String id, boolean stubborn) {
      this.id = id;
      this.stubborn = stubborn;
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      if (broken.contains(id)) {
        write("!" + id);
        throw new IllegalStateException(id + " is broken");
      }
      begun = true;
      begin(id, context.self());
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event instanceof Cancel && !stubborn) {
          out.complete();
        } else if (event instanceof Message message) {
          if (message.data().equals(CRASH)) {
            throw new IllegalStateException(id + " crashes");
          }
          if (message.data().equals(END)) {
            out.complete();
          }
        }
      }
    }

    @Override
    public void close() {
      if (begun) {
        end(id);
      }
    }
  }
}
