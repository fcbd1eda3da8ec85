package dev.heddle.verify.soak;

import java.io.Console;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Level;
import java.util.logging.Logger;

/** {@code ./heddle soak}: round after round, until the time is up or a law does not hold. */
public final class SoakMain {
  private static final Duration ROUND = Duration.ofSeconds(3);

  /** Kept, so that its level is too. */
  private static final Logger LOG = Logger.getLogger("dev.heddle");

  private final Duration time;
  private final long firstSeed;
  private final LongAdder deeds = new LongAdder();
  private final AtomicLong rounds = new AtomicLong();
  private final long start = System.nanoTime();

  private SoakMain(Duration time, long firstSeed) {
    this.time = time;
    this.firstSeed = firstSeed;
  }

  /**
   * Soaks.
   *
   * @param args for how many minutes, and the seed of the first round
   */
  public static void main(String[] args) throws InterruptedException {
    double minutes = Double.parseDouble(args[0]);
    long seed = args.length > 1 ? Long.parseLong(args[1]) : System.nanoTime() >>> 10;
    LOG.setLevel(Level.OFF); // crashes are what this is about
    System.exit(new SoakMain(Duration.ofMillis((long) (minutes * 60_000)), seed).run());
  }

  private int run() throws InterruptedException {
    System.out.printf("soak for %s, first seed %d%n", pretty(time), firstSeed);
    Thread live = Thread.ofPlatform().daemon().name("soak-live").start(this::tell);
    long seed = firstSeed;
    while (System.nanoTime() - start < time.toNanos()) {
      try {
        new SoakRound(seed, ROUND, deeds).run();
      } catch (SoakFailure e) {
        live.interrupt();
        System.out.printf("%nFAILED in the round with seed %d%n", seed);
        e.printStackTrace(System.out);
        System.out.printf("To run it again: ./heddle soak --minutes 1 --seed %d%n", seed);
        return 1;
      }
      rounds.incrementAndGet();
      seed++;
    }
    live.interrupt();
    live.join();
    System.out.println(line());
    System.out.println("passed");
    return 0;
  }

  private void tell() {
    try {
      while (true) {
        Thread.sleep(1_000);
        boolean terminal = isTerminal();
        System.out.print(line() + (terminal ? "\r" : "\n"));
        System.out.flush();
      }
    } catch (InterruptedException e) {
      // it is over
    }
  }

  @SuppressWarnings("SystemConsoleNull") // as its Javadoc says it can be
  private static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  private String line() {
    double seconds = (System.nanoTime() - start) / 1e9;
    return String.format(
        Locale.ROOT,
        "%s  %,d rounds  %,d deeds  %,.0f a second",
        pretty(Duration.ofSeconds((long) seconds)),
        rounds.get(),
        deeds.sum(),
        deeds.sum() / seconds);
  }

  private static String pretty(Duration time) {
    return "%d:%02d".formatted(time.toMinutes(), time.toSecondsPart());
  }
}
