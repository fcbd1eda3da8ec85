package dev.heddle.verify.soak;

import dev.heddle.Heddle;
import dev.heddle.task.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** A thread that is bound, gives itself work, waits for it, and unbinds; again and again. */
final class BindPart implements Part {
  @Override
  public void work(Bed bed, SplittableRandom random) throws Exception {
    while (bed.goesOn()) {
      bed.heddle.bind();
      try {
        int worker = Heddle.currentWorker();
        AtomicInteger here = new AtomicInteger();
        List<Job<?>> jobs = new ArrayList<>();
        int count = 1 + random.nextInt(20);
        for (int i = 0; i < count; i++) {
          jobs.add(
              bed.heddle.sameThread(
                  () -> here.addAndGet(Heddle.currentWorker() == worker ? 1 : 1_000)));
        }
        jobs.forEach(Job::join);
        SoakFailure.unless(
            here.get() == count,
            () -> "of %d jobs for the bound thread, %d came there".formatted(count, here.get()));
        bed.deeds.add(count);
      } finally {
        bed.heddle.unbind();
      }
      Thread.yield();
    }
  }
}
