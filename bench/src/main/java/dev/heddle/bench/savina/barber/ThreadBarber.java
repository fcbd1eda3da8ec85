package dev.heddle.bench.savina.barber;

import dev.heddle.bench.actor.ActorThreads;
import dev.heddle.bench.savina.barber.Shop.Signal;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** On virtual threads, each with a queue. A customer has the smallest that the JDK has. */
final class ThreadBarber {

  /** From the street to the room, and from there to the barber. */
  private record Enter(BlockingQueue<Signal> customer) {}

  private record Returned(BlockingQueue<Signal> customer) {}

  private ThreadBarber() {}

  static LongSupplier setUp(Shop work) {
    return () -> {
      BlockingQueue<Object> barber = new LinkedBlockingQueue<>();
      BlockingQueue<Object> room = new SynchronousQueue<>(); // who is turned away has to wait
      BlockingQueue<Object> street = new SynchronousQueue<>(); // and so has the street
      ActorThreads.startOnce(() -> cut(work, barber, room));
      ActorThreads.startOnce(() -> new Room(work, barber).receive(room));
      ActorThreads.startOnce(() -> send(work, street, room));
      return work.finish.await();
    };
  }

  private static void cut(Shop work, BlockingQueue<Object> mine, BlockingQueue<Object> room)
      throws InterruptedException {
    Delays haircuts = Delays.ofHaircuts();
    for (Object message = mine.take(); message != Signal.EXIT; message = mine.take()) {
      if (message instanceof Enter(BlockingQueue<Signal> customer)) {
        customer.put(Signal.START);
        haircuts.pass();
        customer.put(Signal.DONE);
        room.put(Signal.NEXT);
      }
    }
    work.finish.arrive(haircuts.sum());
  }

  private static final class Room {
    private final Shop work;
    private final BlockingQueue<Object> barber;
    private final Queue<Enter> waiting = new ArrayDeque<>();
    private boolean barberSleeps = true;

    Room(Shop work, BlockingQueue<Object> barber) {
      this.work = work;
      this.barber = barber;
    }

    /** Until the street has said that all are served, and the barber that he is free. */
    void receive(BlockingQueue<Object> mine) throws InterruptedException {
      boolean open = true;
      while (open || !barberSleeps) {
        Object message = mine.take();
        if (message instanceof Enter enter) {
          enter(enter);
        } else if (message == Signal.EXIT) {
          open = false;
        } else {
          next();
        }
      }
      barber.put(Signal.EXIT);
      work.finish.arrive();
    }

    private void enter(Enter enter) throws InterruptedException {
      if (waiting.size() == work.capacity) {
        enter.customer().put(Signal.FULL);
        return;
      }
      waiting.add(enter);
      if (barberSleeps) {
        next();
      } else {
        enter.customer().put(Signal.WAIT);
      }
    }

    private void next() throws InterruptedException {
      @Nullable Enter first = waiting.poll();
      barberSleeps = first == null;
      barber.put(first == null ? Signal.WAIT : first);
    }
  }

  private static void send(Shop work, BlockingQueue<Object> mine, BlockingQueue<Object> room)
      throws InterruptedException {
    Delays delays = Delays.ofCustomers();
    for (int i = 0; i < work.haircuts; i++) {
      BlockingQueue<Signal> customer = new LinkedTransferQueue<>();
      ActorThreads.startOnce(() -> visit(work, customer, mine));
      room.put(new Enter(customer));
      delays.pass();
    }
    int served = 0;
    while (served < work.haircuts) {
      if (mine.take() instanceof Returned(BlockingQueue<Signal> customer)) {
        room.put(new Enter(customer));
      } else {
        served++;
      }
    }
    room.put(Signal.EXIT);
    work.finish.arrive(delays.sum());
  }

  private static void visit(Shop work, BlockingQueue<Signal> mine, BlockingQueue<Object> street)
      throws InterruptedException {
    boolean started = false;
    for (Signal signal = mine.take(); signal != Signal.DONE; signal = mine.take()) {
      if (signal == Signal.FULL) {
        street.put(new Returned(mine));
      }
      started |= signal == Signal.START;
    }
    street.put(Signal.DONE);
    work.finish.arrive(started ? 1 : 0);
  }
}
