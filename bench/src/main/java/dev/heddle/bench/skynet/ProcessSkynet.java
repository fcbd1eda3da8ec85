package dev.heddle.bench.skynet;

import static java.util.Objects.requireNonNull;

import dev.heddle.Heddle;
import dev.heddle.bench.actor.Finish;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.StepOutput;
import java.util.function.LongSupplier;

/** On Heddle. */
final class ProcessSkynet {
  private ProcessSkynet() {}

  static LongSupplier setUp(Heddle heddle, Skynet skynet) {
    Pid root = heddle.processes().spawn(new Root(skynet));
    return () -> {
      heddle.processes().send(root, Root.GO);
      return skynet.finish.await();
    };
  }

  /** Makes the top of the tree whenever it is told to. */
  private static final class Root implements Process {
    static final Object GO = "go";

    private final int leaves;
    private final Finish finish;

    Root(Skynet skynet) {
      this.leaves = skynet.leaves;
      this.finish = skynet.finish;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Long sum) {
          finish.arrive(sum);
        } else if (event.data() == GO) {
          out.context().spawn(new Node(0, leaves));
        }
      }
    }
  }

  private static final class Node implements Process {
    private final int first;
    private final int size;
    private int missing = Skynet.CHILDREN;
    private long sum;

    Node(int first, int size) {
      this.first = first;
      this.size = size;
    }

    @Override
    public void step(Events events, StepOutput out) {
      if (events.isEmpty()) {
        start(out);
      }
      for (Event event : events) {
        if (event.data() instanceof Long part) {
          sum += part;
          if (--missing == 0) {
            end(sum, out);
          }
        }
      }
    }

    private void start(StepOutput out) {
      if (size == 1) {
        end(first, out);
        return;
      }
      int part = size / Skynet.CHILDREN;
      for (int i = 0; i < Skynet.CHILDREN; i++) {
        out.context().spawn(new Node(first + i * part, part));
      }
    }

    private void end(long result, StepOutput out) {
      out.context().send(requireNonNull(out.context().parent()), result);
      out.complete();
    }
  }
}
