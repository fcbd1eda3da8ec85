package dev.heddle.bench.savina.bndbuffer;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** On Pekko, where a message brings its sender along. */
final class PekkoBoundedBuffer {
  private enum Signal {
    PRODUCE,
    PRODUCER_ENDS,
    CONSUMER_IS_FREE,
    CONSUMER_STOPS
  }

  private record Item(double data) {}

  private PekkoBoundedBuffer() {}

  static LongSupplier setUp(ActorSystem system, BoundedBuffer work) {
    return () -> {
      ActorRef buffer = system.actorOf(Props.create(Buffer.class, () -> new Buffer(work)));
      Props consumers = Props.create(Consumer.class, () -> new Consumer(work, buffer));
      Props producers = Props.create(Producer.class, () -> new Producer(work, buffer));
      for (int i = 0; i < work.pairs; i++) {
        system.actorOf(consumers);
        system.actorOf(producers).tell(Signal.PRODUCE, ActorRef.noSender());
      }
      return work.finish.await();
    };
  }

  private static final class Buffer extends UntypedAbstractActor {
    private final BoundedBuffer work;
    private final Queue<Item> items = new ArrayDeque<>();
    private final Queue<ActorRef> producers = new ArrayDeque<>();
    private final Queue<ActorRef> consumers = new ArrayDeque<>();
    private int ended;

    Buffer(BoundedBuffer work) {
      this.work = work;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Item item) {
        take(item, getSender());
      } else if (message == Signal.CONSUMER_IS_FREE) {
        give(getSender());
      } else {
        ended++;
      }
      if (ended == work.pairs && consumers.size() == work.pairs) {
        consumers.forEach(each -> each.tell(Signal.CONSUMER_STOPS, ActorRef.noSender()));
        getContext().stop(getSelf());
      }
    }

    /** Each producer that may go on can bring one more. */
    private void take(Item item, ActorRef producer) {
      ActorRef consumer = consumers.poll();
      if (consumer == null) {
        items.add(item);
      } else {
        consumer.tell(item, ActorRef.noSender());
      }
      if (items.size() >= BoundedBuffer.CAPACITY - work.pairs) {
        producers.add(producer);
      } else {
        producer.tell(Signal.PRODUCE, ActorRef.noSender());
      }
    }

    private void give(ActorRef consumer) {
      Item item = items.poll();
      if (item == null) {
        consumers.add(consumer);
        return;
      }
      consumer.tell(item, ActorRef.noSender());
      ActorRef producer = producers.poll();
      if (producer != null) {
        producer.tell(Signal.PRODUCE, ActorRef.noSender());
      }
    }
  }

  private static final class Producer extends UntypedAbstractActor {
    private final BoundedBuffer work;
    private final ActorRef buffer;
    private double last;
    private int made;

    Producer(BoundedBuffer work, ActorRef buffer) {
      this.work = work;
      this.buffer = buffer;
    }

    @Override
    public void onReceive(Object message) {
      if (made < work.items) {
        made++;
        last = BoundedBuffer.process(last);
        buffer.tell(new Item(last), getSelf());
      } else {
        buffer.tell(Signal.PRODUCER_ENDS, ActorRef.noSender());
        getContext().stop(getSelf());
        work.finish.arrive();
      }
    }
  }

  private static final class Consumer extends UntypedAbstractActor {
    private final BoundedBuffer work;
    private final ActorRef buffer;
    private double used;

    Consumer(BoundedBuffer work, ActorRef buffer) {
      this.work = work;
      this.buffer = buffer;
    }

    @Override
    public void preStart() {
      buffer.tell(Signal.CONSUMER_IS_FREE, getSelf());
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Item(double data)) {
        used = BoundedBuffer.process(used + data);
        buffer.tell(Signal.CONSUMER_IS_FREE, getSelf());
      } else {
        getContext().stop(getSelf());
        work.finish.arrive(Math.round(used));
      }
    }
  }
}
