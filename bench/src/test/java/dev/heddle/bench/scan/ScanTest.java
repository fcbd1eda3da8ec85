package dev.heddle.bench.scan;

import dev.heddle.Heddle;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import org.junit.jupiter.api.Test;

/** The way of what was stolen early, which a short run may not take. */
class ScanTest {
  private final Scan scan = new Scan(16 * Scan.CUT_OFF);

  @Test
  void upAndDownOnHeddleMakeTheSums() {
    scan.prepare();
    try (Heddle heddle = Heddle.start(2)) {
      scan.check(
          heddle.invoke(
              () -> {
                new UpTask(scan, Scan.ROOT, 0, scan.length).execute();
                new DownTask(scan, Scan.ROOT, 0, scan.length, 0).execute();
                return scan.end(Scan.ROOT, 0);
              }));
    }
  }

  @Test
  void upAndDownOnAForkJoinPoolMakeTheSums() {
    scan.prepare();
    try (ForkJoinPool pool = new ForkJoinPool(2)) {
      scan.check(
          pool.invoke(
              ForkJoinTask.adapt(
                  () -> {
                    new UpAction(scan, Scan.ROOT, 0, scan.length).compute();
                    new DownAction(scan, Scan.ROOT, 0, scan.length, 0).compute();
                    return scan.end(Scan.ROOT, 0);
                  })));
    }
  }
}
