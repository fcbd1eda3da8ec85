package dev.heddle.bench.savina.barber;

import dev.heddle.Heddle;
import dev.heddle.bench.savina.barber.Shop.Signal;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongSupplier;

/** On Heddle. */
final class ProcessBarber {

  /** From the street to the room, and from there to the barber. */
  private record Enter(Pid customer, Pid room) {}

  private record Returned(Pid customer) {}

  private ProcessBarber() {}

  static LongSupplier setUp(Heddle heddle, Shop work) {
    Processes processes = heddle.processes();
    return () -> {
      Pid barber = processes.spawn(new Barber(processes, work));
      Pid room = processes.spawn(new Room(processes, work, barber));
      Pid street = processes.spawn(new Street(processes, work, room));
      processes.send(street, Signal.START);
      return work.finish.await();
    };
  }

  private static final class Barber implements Process {
    private final Processes processes;
    private final Shop work;
    private final Delays haircuts = Delays.ofHaircuts();

    Barber(Processes processes, Shop work) {
      this.processes = processes;
      this.work = work;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Enter(Pid customer, Pid room)) {
          processes.send(customer, Signal.START);
          haircuts.pass();
          processes.send(customer, Signal.DONE);
          processes.send(room, Signal.NEXT);
        } else if (event.data() == Signal.EXIT) {
          out.complete(null);
          work.finish.arrive(haircuts.sum());
        }
      }
    }
  }

  private static final class Room implements Process {
    private final Processes processes;
    private final Shop work;
    private final Pid barber;
    private final Queue<Enter> waiting = new ArrayDeque<>();
    private boolean barberSleeps = true;

    Room(Processes processes, Shop work, Pid barber) {
      this.processes = processes;
      this.work = work;
      this.barber = barber;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Enter enter) {
          enter(enter);
        } else if (event.data() == Signal.NEXT) {
          next();
        } else if (event.data() == Signal.EXIT) {
          processes.send(barber, Signal.EXIT);
          out.complete(null);
          work.finish.arrive();
        }
      }
    }

    private void enter(Enter enter) {
      if (waiting.size() == work.capacity) {
        processes.send(enter.customer(), Signal.FULL);
        return;
      }
      waiting.add(enter);
      if (barberSleeps) {
        barberSleeps = false;
        next();
      } else {
        processes.send(enter.customer(), Signal.WAIT);
      }
    }

    private void next() {
      Enter first = waiting.poll();
      barberSleeps = first == null;
      processes.send(barber, first == null ? Signal.WAIT : first);
    }
  }

  private static final class Street implements Process {
    private final Processes processes;
    private final Shop work;
    private final Pid room;
    private final Delays delays = Delays.ofCustomers();
    private int served;

    Street(Processes processes, Shop work, Pid room) {
      this.processes = processes;
      this.work = work;
      this.room = room;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() == Signal.START) {
          open(out.context().self());
        } else if (event.data() instanceof Returned(Pid customer)) {
          processes.send(room, new Enter(customer, room));
        } else if (event.data() == Signal.DONE && ++served == work.haircuts) {
          processes.send(room, Signal.EXIT);
          out.complete(null);
          work.finish.arrive(delays.sum());
        }
      }
    }

    private void open(Pid self) {
      for (int i = 0; i < work.haircuts; i++) {
        Pid customer = processes.spawn(new Customer(processes, work, self));
        processes.send(room, new Enter(customer, room));
        delays.pass();
      }
    }
  }

  private static final class Customer implements Process {
    private final Processes processes;
    private final Shop work;
    private final Pid street;
    private boolean started;

    Customer(Processes processes, Shop work, Pid street) {
      this.processes = processes;
      this.work = work;
      this.street = street;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() == Signal.FULL) {
          processes.send(street, new Returned(out.context().self()));
        } else if (event.data() == Signal.START) {
          started = true;
        } else if (event.data() == Signal.DONE) {
          processes.send(street, Signal.DONE);
          out.complete(null);
          work.finish.arrive(started ? 1 : 0);
        }
      }
    }
  }
}
