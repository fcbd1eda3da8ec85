package dev.heddle.process;

import dev.heddle.process.FaultyWatermarks.Fault;
import dev.heddle.scheduler.UnstartedWorkers;
import dev.heddle.scheduler.Worker;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.infra.results.II_Result;

/** A mailbox with watermarks, real or broken, that knows what was told of it. */
abstract class RacedWatermarks {
  private final int high;
  private final AtomicInteger above = new AtomicInteger();
  private final AtomicInteger outOfTurn = new AtomicInteger();

  private RacedWatermarks(int high) {
    this.high = high;
  }

  static RacedWatermarks real(int high, int low) {
    return new Real(high, low);
  }

  static RacedWatermarks faulty(int high, int low, Fault fault) {
    return new Faulty(high, low, fault);
  }

  abstract void send();

  /** The process: takes one message, if there is one. */
  abstract void take();

  /** How many messages there are. */
  abstract int left();

  /** A crossing is told. */
  final void cross(boolean up) {
    int before = up ? above.getAndIncrement() : above.getAndDecrement();
    if (before != (up ? 0 : 1)) {
      outOfTurn.incrementAndGet();
    }
  }

  /**
   * First 0 if what was told last is so; then how often a crossing was told that was told before.
   */
  void verdict(II_Result r) {
    r.r1 = above.get() - (left() >= high ? 1 : 0);
    r.r2 = outOfTurn.get();
  }

  /** Of a real process. All have one runtime, so they are found by their numbers. */
  private static final class Real extends RacedWatermarks {
    private static final Processes PROCESSES =
        new Processes(UnstartedWorkers.scheduler(1), "here", Map.of(), String::valueOf);
    private static final ConcurrentHashMap<Long, Real> BY_NUMBER = new ConcurrentHashMap<>();

    static {
      PROCESSES.onMailboxLevel(
          level -> {
            Real told = BY_NUMBER.get(level.pid().number());
            if (told != null) {
              told.cross(level.high());
            }
          });
    }

    private final ProcessCell cell = new ProcessCell(PROCESSES, (events, out) -> {}, null);
    private final long number = cell.self().number();

    Real(int high, int low) {
      super(high);
      BY_NUMBER.put(number, this);
      try {
        cell.init(ProcessOptions.DEFAULT.withWatermarks(high, low));
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      cell.started();
      cell.claimEntry();
    }

    @Override
    void send() {
      boolean _ = cell.push(new Message("a message"));
      cell.levelRises();
    }

    @Override
    void take() {
      if (cell.poll() != null) {
        cell.taken(1, Worker.current());
      }
    }

    @Override
    int left() {
      BY_NUMBER.remove(number);
      return cell.messages();
    }
  }

  /** Of a number of messages. */
  private static final class Faulty extends RacedWatermarks {
    private final AtomicInteger messages = new AtomicInteger();
    private final FaultyWatermarks watermarks;

    Faulty(int high, int low, Fault fault) {
      super(high);
      this.watermarks = new FaultyWatermarks(high, low, fault, messages::get, this);
    }

    @Override
    void send() {
      messages.incrementAndGet();
      watermarks.look();
    }

    @Override
    void take() {
      if (messages.get() > 0) {
        messages.decrementAndGet();
        watermarks.look();
      }
    }

    @Override
    int left() {
      return messages.get();
    }
  }
}
