package dev.heddle.bench.ring;

import dev.heddle.Heddle;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Port;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.StepOutput;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** On Heddle, by ports: a send hands the worker over. */
final class PortRing {
  private PortRing() {}

  static LongSupplier setUp(Heddle heddle, Ring ring) {
    Port[] ports = new Port[ring.members];
    for (int i = 0; i < ring.members; i++) {
      heddle.processes().spawn(new Member(ring, ports, i));
    }
    return () -> {
      ports[0].send(ring.hops);
      return ring.finish.await();
    };
  }

  private static final class Member implements Process {
    private final Ring ring;
    private final Port[] ports;
    private final int number;
    private final int next;

    Member(Ring ring, Port[] ports, int number) {
      this.ring = ring;
      this.ports = ports;
      this.number = number;
      this.next = ring.after(number);
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      ports[number] = context.openPort();
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Integer hops) {
          receive(hops);
        }
      }
    }

    private void receive(int hops) {
      if (hops == 0) {
        ring.finish.arrive(number);
      } else {
        ports[next].send(hops - 1);
      }
    }
  }
}
