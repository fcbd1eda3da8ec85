package dev.heddle.bench.savina.chameneos;

import dev.heddle.Heddle;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** On Heddle. */
final class ProcessChameneos {

  /** To the mall: I want to meet somebody. To who waits there: here is somebody. */
  private record Meet(Colour colour, Pid from) {}

  private ProcessChameneos() {}

  static LongSupplier setUp(Heddle heddle, Chameneos work) {
    Processes processes = heddle.processes();
    return () -> {
      processes.spawn(new Mall(processes, work));
      return work.finish.await();
    };
  }

  private static final class Mall implements Process {
    private final Processes processes;
    private final Chameneos work;
    private int left;
    private @Nullable Pid waiting;
    private final Chameneos.Gone gone = new Chameneos.Gone();

    Mall(Processes processes, Chameneos work) {
      this.processes = processes;
      this.work = work;
      this.left = work.meetings;
    }

    @Override
    public void step(Events events, StepOutput out) {
      if (events.isEmpty()) {
        invite(out.context().self());
      }
      for (Event event : events) {
        Object data = event.data();
        if (data instanceof Meet meet) {
          meet(meet);
        } else if (data instanceof Chameneos.Count count) {
          leave(count, out);
        }
      }
    }

    private void invite(Pid self) {
      for (int i = 0; i < work.creatures; i++) {
        processes.spawn(new Creature(processes, self, Colour.ofNumber(i)));
      }
    }

    private void meet(Meet meet) {
      Pid first = waiting;
      if (left == 0) {
        processes.send(meet.from, Chameneos.GO_HOME);
      } else if (first == null) {
        waiting = meet.from;
      } else {
        left--;
        waiting = null;
        processes.send(first, meet);
      }
    }

    private void leave(Chameneos.Count count, StepOutput out) {
      if (gone.add(count) == work.creatures) {
        out.complete(null);
        work.finish.arrive(gone.result());
      }
    }
  }

  private static final class Creature implements Process {
    private final Processes processes;
    private final Pid mall;
    private Colour colour;
    private int meetings;

    Creature(Processes processes, Pid mall, Colour colour) {
      this.processes = processes;
      this.mall = mall;
      this.colour = colour;
    }

    @Override
    public void step(Events events, StepOutput out) {
      Pid self = out.context().self();
      if (events.isEmpty()) {
        processes.send(mall, new Meet(colour, self));
      }
      for (Event event : events) {
        Object data = event.data();
        if (data instanceof Meet(Colour other, Pid from)) {
          Colour both = colour.meeting(other);
          processes.send(from, new Chameneos.Change(both));
          become(both, self);
        } else if (data instanceof Chameneos.Change(Colour changed)) {
          become(changed, self);
        } else if (data == Chameneos.GO_HOME) {
          processes.send(mall, new Chameneos.Count(meetings, colour));
          out.complete(null);
        }
      }
    }

    private void become(Colour changed, Pid self) {
      colour = changed;
      meetings++;
      processes.send(mall, new Meet(changed, self));
    }
  }
}
