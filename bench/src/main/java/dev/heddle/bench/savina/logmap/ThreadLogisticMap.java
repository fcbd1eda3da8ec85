package dev.heddle.bench.savina.logmap;

import dev.heddle.bench.actor.ActorThreads;
import dev.heddle.bench.savina.logmap.LogisticMap.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.function.LongSupplier;

/**
 * On virtual threads. Answers come by a queue of their own, so that nothing has to be put aside;
 * between a series and its computer is one number at a time, so queues that hold nothing will do.
 */
final class ThreadLogisticMap {

  /** To a computer: the end. */
  private static final Double STOP = Double.NaN;

  private ThreadLogisticMap() {}

  static LongSupplier setUp(LogisticMap work) {
    return () -> {
      ActorThreads.startOnce(() -> lead(work));
      return work.finish.await();
    };
  }

  private static void lead(LogisticMap work) throws InterruptedException {
    BlockingQueue<Double> results = new LinkedBlockingQueue<>();
    List<BlockingQueue<Signal>> series = new ArrayList<>();
    for (int i = 0; i < work.series; i++) {
      int number = i;
      BlockingQueue<Double> questions = new SynchronousQueue<>();
      BlockingQueue<Double> answers = new SynchronousQueue<>();
      BlockingQueue<Signal> inbox = new LinkedBlockingQueue<>();
      series.add(inbox);
      ActorThreads.startOnce(() -> compute(work, number, questions, answers));
      ActorThreads.startOnce(() -> go(work, number, inbox, questions, answers, results));
    }
    for (int i = 0; i < work.terms; i++) {
      for (BlockingQueue<Signal> each : series) {
        each.put(Signal.NEXT);
      }
    }
    for (BlockingQueue<Signal> each : series) {
      each.put(Signal.GET);
    }
    long sum = 0;
    for (int i = 0; i < work.series; i++) {
      sum += LogisticMap.digits(results.take());
    }
    for (BlockingQueue<Signal> each : series) {
      each.put(Signal.STOP);
    }
    work.finish.arrive(sum);
  }

  private static void go(
      LogisticMap work,
      int number,
      BlockingQueue<Signal> inbox,
      BlockingQueue<Double> questions,
      BlockingQueue<Double> answers,
      BlockingQueue<Double> results)
      throws InterruptedException {
    double term = LogisticMap.start(number);
    int made = 0;
    for (Signal signal = inbox.take(); signal != Signal.STOP; signal = inbox.take()) {
      if (signal == Signal.NEXT) {
        questions.put(term);
        term = answers.take();
        made++;
      } else {
        results.put(term + made);
      }
    }
    questions.put(STOP);
    work.finish.arrive();
  }

  private static void compute(
      LogisticMap work, int number, BlockingQueue<Double> questions, BlockingQueue<Double> answers)
      throws InterruptedException {
    double rate = LogisticMap.rate(number);
    for (double term = questions.take(); !Double.isNaN(term); term = questions.take()) {
      answers.put(LogisticMap.next(term, rate));
    }
    work.finish.arrive();
  }
}
