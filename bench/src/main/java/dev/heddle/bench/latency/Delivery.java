package dev.heddle.bench.latency;

import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.PEKKO;
import static dev.heddle.bench.Entry.VIRTUAL_THREADS;

import dev.heddle.Heddle;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.actor.ActorThreads;
import dev.heddle.bench.actor.PekkoDispatcher;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.child.TimedProgram;
import dev.heddle.bench.foreign.Language;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@code latency-message}: a process waits for a message, which comes from outside. */
public final class Delivery {
  private Delivery() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("latency-message")
            .asks("How long does it take until an idle process handles a message?")
            .unit("ns")
            .bookRounds(LatencyProgram.BOOK_ROUNDS)
            .bookHeats(LatencyProgram.BOOK_HEATS);
    for (Percentile p : Percentile.values()) {
      description
          .entry(p.variant(), HEDDLE, s -> heddle(s, p))
          .entry(p.variant(), PEKKO, s -> pekko(s, p))
          .entry(p.variant(), VIRTUAL_THREADS, s -> virtualThreads(s, p))
          .entry(p.variant(), Language.ERLANG);
    }
    return description.build();
  }

  private static Program heddle(Setting setting, Percentile percentile) {
    Heddle heddle = TimedProgram.startHeddle(setting);
    Stamp stamp = new Stamp();
    Processes processes = heddle.processes();
    Pid pid = processes.spawn(new Receiver(stamp));
    return new LatencyProgram(
        setting, percentile, stamp, number -> processes.send(pid, number), heddle::close);
  }

  private static Program pekko(Setting setting, Percentile percentile) {
    ActorSystem system = PekkoDispatcher.DEFAULT.start(setting.workers());
    Stamp stamp = new Stamp();
    ActorRef actor = system.actorOf(Props.create(Actor.class, () -> new Actor(stamp)));
    return new LatencyProgram(
        setting,
        percentile,
        stamp,
        number -> actor.tell(number, ActorRef.noSender()),
        () -> PekkoDispatcher.stop(system));
  }

  private static Program virtualThreads(Setting setting, Percentile percentile) {
    Stamp stamp = new Stamp();
    BlockingQueue<Long> mailbox = new LinkedBlockingQueue<>();
    ActorThreads threads = new ActorThreads();
    threads.start(
        () -> {
          while (true) {
            stamp.set(mailbox.take());
          }
        });
    return new LatencyProgram(setting, percentile, stamp, mailbox::add, threads::close);
  }

  private static final class Receiver implements Process {
    private final Stamp stamp;

    Receiver(Stamp stamp) {
      this.stamp = stamp;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Long number) {
          stamp.set(number);
        }
      }
    }
  }

  private static final class Actor extends UntypedAbstractActor {
    private final Stamp stamp;

    Actor(Stamp stamp) {
      this.stamp = stamp;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Long number) {
        stamp.set(number);
      }
    }
  }
}
