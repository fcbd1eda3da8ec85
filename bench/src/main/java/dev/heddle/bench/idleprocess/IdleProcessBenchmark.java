package dev.heddle.bench.idleprocess;

import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.PEKKO;
import static dev.heddle.bench.Entry.VIRTUAL_THREADS;

import dev.heddle.Heddle;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Entry;
import dev.heddle.bench.Scale;
import dev.heddle.bench.Setting;
import dev.heddle.bench.actor.PekkoDispatcher;
import dev.heddle.bench.child.JvmLauncher;
import dev.heddle.bench.child.Memory;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.child.ProgramFactory;
import dev.heddle.bench.child.TimedProgram;
import dev.heddle.bench.foreign.Language;
import dev.heddle.bench.memory.CrowdProgram;
import org.apache.pekko.actor.ActorSystem;

/** {@code idle-process}: the variants are how many there are. */
public final class IdleProcessBenchmark {
  private static final String MILLION = "1M";
  private static final String FIVE_MILLION = "5M";
  private static final int ONE = 1_000_000;
  private static final int FIVE = 5_000_000;

  /**
   * Of a rival, with {@code --quick}: what one takes hardly depends on how many there are, and five
   * million keep Pekko busy for a minute.
   */
  private static final int QUICK_RIVALS = 200_000;

  private static final int FULL_ROUNDS = 3;
  private static final int HEAP = 4096;

  /** So that two contenders get {@link #HEAP}, or nearly, and leave half of it to others. */
  private static final Memory MEMORY = new Memory(15_000);

  private IdleProcessBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("idle-process")
        .asks("How much memory does a process take that waits for messages?")
        .unit("bytes per process")
        .fullRounds(FULL_ROUNDS)
        .heapMegabytes(HEAP)
        .apart()
        .entry(MILLION, HEDDLE, setting -> heddle(setting, ONE))
        .entry(MILLION, PEKKO, setting -> pekko(setting, ONE))
        .entry(MILLION, VIRTUAL_THREADS, setting -> virtualThreads(setting, ONE))
        .entry(MILLION, Language.ERLANG)
        .entry(fiveMillion(HEDDLE, setting -> heddle(setting, FIVE)))
        .entry(fiveMillion(PEKKO, setting -> pekko(setting, FIVE)))
        .build();
  }

  private static Entry fiveMillion(String contender, ProgramFactory program) {
    return new Entry(contender, FIVE_MILLION, new JvmLauncher(program, MEMORY));
  }

  private static int rivals(Setting setting, int count) {
    return setting.scale() == Scale.QUICK ? QUICK_RIVALS : count;
  }

  private static Program heddle(Setting setting, int count) {
    Heddle heddle = TimedProgram.startHeddle(setting);
    return new CrowdProgram(
        setting, count, size -> new ProcessCrowd(heddle.processes(), size), heddle::close);
  }

  private static Program pekko(Setting setting, int count) {
    ActorSystem system = PekkoDispatcher.DEFAULT.start(setting.workers());
    return new CrowdProgram(
        setting,
        rivals(setting, count),
        size -> new PekkoCrowd(system, size),
        () -> PekkoDispatcher.stop(system));
  }

  private static Program virtualThreads(Setting setting, int count) {
    return new CrowdProgram(setting, rivals(setting, count), ThreadCrowd::new, () -> {});
  }
}
