package dev.heddle.bench.savina.barber;

import dev.heddle.bench.savina.barber.Shop.Signal;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko. The customers are the street's children. */
final class PekkoBarber {

  /** From the street to the room, and from there to the barber. */
  private record Enter(ActorRef customer) {}

  private record Returned(ActorRef customer) {}

  private PekkoBarber() {}

  static LongSupplier setUp(ActorSystem system, Shop work) {
    return () -> {
      ActorRef barber = system.actorOf(Props.create(Barber.class, () -> new Barber(work)));
      ActorRef room = system.actorOf(Props.create(Room.class, () -> new Room(work, barber)));
      system
          .actorOf(Props.create(Street.class, () -> new Street(work, room)))
          .tell(Signal.START, ActorRef.noSender());
      return work.finish.await();
    };
  }

  private static final class Barber extends UntypedAbstractActor {
    private final Shop work;
    private final Delays haircuts = Delays.ofHaircuts();

    Barber(Shop work) {
      this.work = work;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Enter(ActorRef customer)) {
        customer.tell(Signal.START, ActorRef.noSender());
        haircuts.pass();
        customer.tell(Signal.DONE, ActorRef.noSender());
        getSender().tell(Signal.NEXT, ActorRef.noSender());
      } else if (message == Signal.EXIT) {
        getContext().stop(getSelf());
        work.finish.arrive(haircuts.sum());
      }
    }
  }

  private static final class Room extends UntypedAbstractActor {
    private final Shop work;
    private final ActorRef barber;
    private final Queue<Enter> waiting = new ArrayDeque<>();
    private boolean barberSleeps = true;

    Room(Shop work, ActorRef barber) {
      this.work = work;
      this.barber = barber;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Enter enter) {
        enter(enter);
      } else if (message == Signal.NEXT) {
        next();
      } else {
        barber.tell(Signal.EXIT, ActorRef.noSender());
        getContext().stop(getSelf());
        work.finish.arrive();
      }
    }

    private void enter(Enter enter) {
      if (waiting.size() == work.capacity) {
        enter.customer().tell(Signal.FULL, ActorRef.noSender());
        return;
      }
      waiting.add(enter);
      if (barberSleeps) {
        barberSleeps = false;
        next();
      } else {
        enter.customer().tell(Signal.WAIT, ActorRef.noSender());
      }
    }

    private void next() {
      Enter first = waiting.poll();
      barberSleeps = first == null;
      barber.tell(first == null ? Signal.WAIT : first, getSelf());
    }
  }

  private static final class Street extends UntypedAbstractActor {
    private final Shop work;
    private final ActorRef room;
    private final Delays delays = Delays.ofCustomers();
    private int served;

    Street(Shop work, ActorRef room) {
      this.work = work;
      this.room = room;
    }

    @Override
    public void onReceive(Object message) {
      if (message == Signal.START) {
        open();
      } else if (message instanceof Returned(ActorRef customer)) {
        room.tell(new Enter(customer), ActorRef.noSender());
      } else if (message == Signal.DONE && ++served == work.haircuts) {
        room.tell(Signal.EXIT, ActorRef.noSender());
        getContext().stop(getSelf());
        work.finish.arrive(delays.sum());
      }
    }

    private void open() {
      ActorRef self = getSelf();
      Props customers = Props.create(Customer.class, () -> new Customer(work, self));
      for (int i = 0; i < work.haircuts; i++) {
        ActorRef customer = getContext().actorOf(customers);
        room.tell(new Enter(customer), ActorRef.noSender());
        delays.pass();
      }
    }
  }

  private static final class Customer extends UntypedAbstractActor {
    private final Shop work;
    private final ActorRef street;
    private boolean started;

    Customer(Shop work, ActorRef street) {
      this.work = work;
      this.street = street;
    }

    @Override
    public void onReceive(Object message) {
      if (message == Signal.FULL) {
        street.tell(new Returned(getSelf()), ActorRef.noSender());
      } else if (message == Signal.START) {
        started = true;
      } else if (message == Signal.DONE) {
        street.tell(Signal.DONE, ActorRef.noSender());
        getContext().stop(getSelf());
        work.finish.arrive(started ? 1 : 0);
      }
    }
  }
}
