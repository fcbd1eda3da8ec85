package dev.heddle.bench.savina.cigsmok;

import dev.heddle.bench.actor.ActorThreads;
import dev.heddle.bench.savina.Lehmer;
import dev.heddle.bench.savina.cigsmok.Smoking.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.function.LongSupplier;

/** On virtual threads, each with a queue. */
final class ThreadSmokers {

  /** Less than nothing is to be smoked: the end. */
  private static final Integer EXIT = -1;

  private ThreadSmokers() {}

  static LongSupplier setUp(Smoking work) {
    return () -> {
      ActorThreads.startOnce(() -> arbitrate(work));
      return work.finish.await();
    };
  }

  private static void arbitrate(Smoking work) throws InterruptedException {
    BlockingQueue<Signal> mine = new LinkedBlockingQueue<>();
    List<BlockingQueue<Integer>> smokers = new ArrayList<>();
    for (int i = 0; i < work.smokers; i++) {
      BlockingQueue<Integer> smoker = new LinkedTransferQueue<>();
      smokers.add(smoker);
      ActorThreads.startOnce(() -> smoke(work, smoker, mine));
    }
    Smoking.Choices choices = work.new Choices();
    while (choices.next()) {
      smokers.get(choices.smoker()).put(choices.draws());
      mine.take();
    }
    for (BlockingQueue<Integer> smoker : smokers) {
      smoker.put(EXIT);
    }
    work.finish.arrive();
  }

  private static void smoke(
      Smoking work, BlockingQueue<Integer> mine, BlockingQueue<Signal> arbiter)
      throws InterruptedException {
    long sum = 0;
    for (int draws = mine.take(); draws >= 0; draws = mine.take()) {
      arbiter.put(Signal.STARTED);
      sum += Lehmer.busy(draws);
    }
    work.finish.arrive(sum);
  }
}
