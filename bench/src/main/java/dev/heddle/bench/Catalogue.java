package dev.heddle.bench;

import dev.heddle.bench.ask.AskBenchmark;
import dev.heddle.bench.baton.BatonBenchmark;
import dev.heddle.bench.big.BigBenchmark;
import dev.heddle.bench.channel.ChannelBenchmark;
import dev.heddle.bench.create.CreateBenchmark;
import dev.heddle.bench.fib.FibBenchmark;
import dev.heddle.bench.heat.HeatBenchmark;
import dev.heddle.bench.http.HttpBenchmark;
import dev.heddle.bench.idle.IdleBenchmark;
import dev.heddle.bench.idleprocess.IdleProcessBenchmark;
import dev.heddle.bench.inflow.InflowBenchmark;
import dev.heddle.bench.latency.Delivery;
import dev.heddle.bench.latency.Submission;
import dev.heddle.bench.latency.Wake;
import dev.heddle.bench.matmul.MatmulBenchmark;
import dev.heddle.bench.mayblock.MayBlockBenchmark;
import dev.heddle.bench.memory.IdleFiberBenchmark;
import dev.heddle.bench.memory.IdleTaskBenchmark;
import dev.heddle.bench.memory.IdleTimerBenchmark;
import dev.heddle.bench.mutex.MutexBenchmark;
import dev.heddle.bench.nqueens.QueensBenchmark;
import dev.heddle.bench.observe.ObserveBenchmark;
import dev.heddle.bench.pingpong.PingPongBenchmark;
import dev.heddle.bench.quicksort.QuicksortBenchmark;
import dev.heddle.bench.ring.RingBenchmark;
import dev.heddle.bench.savina.SavinaConcurrency;
import dev.heddle.bench.savina.SavinaMicro;
import dev.heddle.bench.savina.SavinaParallel;
import dev.heddle.bench.scan.ScanBenchmark;
import dev.heddle.bench.selective.SelectiveBenchmark;
import dev.heddle.bench.skynet.SkynetBenchmark;
import dev.heddle.bench.sleepers.SleepersBenchmark;
import dev.heddle.bench.strassen.StrassenBenchmark;
import dev.heddle.bench.supervise.SuperviseBenchmark;
import dev.heddle.bench.uts.TreeBenchmark;
import dev.heddle.bench.yields.YieldBenchmark;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The benchmarks that compare Heddle with its rivals. */
public final class Catalogue {
  private static final List<Benchmark> FORK_JOIN =
      List.of(
          FibBenchmark.describe(),
          QueensBenchmark.describe(),
          TreeBenchmark.describe(),
          QuicksortBenchmark.describe(),
          MatmulBenchmark.describe(),
          StrassenBenchmark.describe(),
          HeatBenchmark.describe(),
          ScanBenchmark.describe());

  private static final List<Benchmark> FIBERS =
      List.of(
          YieldBenchmark.describe(),
          PingPongBenchmark.describe(),
          BatonBenchmark.describe(),
          ChannelBenchmark.describe(),
          MutexBenchmark.describe(),
          SleepersBenchmark.describe(),
          MayBlockBenchmark.describe(),
          HttpBenchmark.describe());

  private static final List<Benchmark> SAVINA =
      Stream.of(
              SavinaMicro.benchmarks(),
              SavinaConcurrency.benchmarks(),
              SavinaParallel.benchmarks(),
              List.of(SkynetBenchmark.describe()))
          .flatMap(List::stream)
          .toList();

  private static final List<Benchmark> PROCESSES =
      List.of(
          RingBenchmark.describePingPong(),
          RingBenchmark.describeRing(),
          AskBenchmark.describe(),
          SelectiveBenchmark.describe(),
          SuperviseBenchmark.describe(),
          InflowBenchmark.describeCount(),
          InflowBenchmark.describeFanIn(),
          CreateBenchmark.describe(),
          BigBenchmark.describe());

  private static final List<Benchmark> LATENCY =
      List.of(Submission.describe(), Wake.describe(), Delivery.describe());

  private static final List<Benchmark> MEMORY =
      List.of(
          IdleBenchmark.describe(),
          IdleTaskBenchmark.describe(),
          IdleFiberBenchmark.describe(),
          IdleProcessBenchmark.describe(),
          IdleTimerBenchmark.describe());

  /** Of no suite: Heddle against itself. */
  private static final List<Benchmark> OTHERS = List.of(ObserveBenchmark.describe());

  private static final List<Benchmark> ALL =
      Stream.concat(
              Arrays.stream(Suite.values()).flatMap(suite -> of(suite).stream()), OTHERS.stream())
          .toList();

  private Catalogue() {}

  /** All of them, in the order in which they run. */
  public static List<Benchmark> all() {
    return ALL;
  }

  /** Those of a suite, in the order in which they run. */
  public static List<Benchmark> of(Suite suite) {
    return switch (suite) {
      case FORK_JOIN -> FORK_JOIN;
      case FIBERS -> FIBERS;
      case SAVINA -> SAVINA;
      case PROCESSES -> PROCESSES;
      case LATENCY -> LATENCY;
      case MEMORY -> MEMORY;
    };
  }

  /** The one with this name. */
  public static Benchmark named(String name) {
    return ALL.stream()
        .filter(benchmark -> benchmark.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no benchmark " + name));
  }
}
