package dev.heddle.bench.child;

import dev.heddle.bench.Assignment;
import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Catalogue;
import dev.heddle.bench.Protocol;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The JVM of one contender: warms up, then measures whenever the parent says so. */
public final class ChildMain {
  private final PrintStream wire;
  private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();

  private ChildMain(PrintStream wire) {
    this.wire = wire;
  }

  /** Started by {@link JvmLauncher}, with the arguments of an {@link Assignment}. */
  @SuppressWarnings(
      "SystemExitOutsideMain") // halt: whatever a contender still runs must not matter
  public static void main(String[] args) {
    PrintStream wire =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err); // whoever prints must not garble the protocol
    ChildMain child = new ChildMain(wire);
    child.listen();
    try {
      child.serve(Assignment.parse(List.of(args)));
    } catch (Throwable e) {
      if (!(e instanceof BenchmarkFailure)) {
        e.printStackTrace();
      }
      wire.println(
          Protocol.ERROR + " " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
      Runtime.getRuntime().halt(1);
    }
  }

  /** Reads requests; at the end of the input the JVM ends, even in the middle of a round. */
  private void listen() {
    Thread.ofPlatform()
        .daemon()
        .name("requests")
        .start(
            () -> {
              try {
                BufferedReader in =
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
                String line;
                while ((line = in.readLine()) != null) {
                  requests.add(line);
                }
              } catch (IOException _) {
                // The parent is gone; so are we.
              }
              Runtime.getRuntime().halt(0);
            });
  }

  private void serve(Assignment assignment) throws Exception {
    JvmLauncher launcher =
        (JvmLauncher)
            Catalogue.named(assignment.benchmark())
                .entry(assignment.contender(), assignment.variant())
                .launcher();
    try (Program program = launcher.program().create(assignment.setting())) {
      warmUp(program, assignment.warmUp());
      while (true) {
        String request = requests.take();
        if (!request.equals(Protocol.ROUND)) {
          throw new BenchmarkFailure("unknown request: " + request);
        }
        System.gc();
        wire.println(Protocol.COST + " " + program.round());
      }
    }
  }

  private void warmUp(Program program, Assignment.WarmUpTime time) throws Exception {
    Settling settling = new Settling();
    long start = System.nanoTime();
    boolean settled = false;
    while (!settled || elapsed(start) < time.atLeast().toNanos()) {
      double cost = program.warmUpRound();
      settling.add(cost);
      wire.println(Protocol.WARMING + " " + cost);
      settled = settling.settled();
      if (elapsed(start) >= time.atMost().toNanos()) {
        break;
      }
    }
    long millis = elapsed(start) / 1_000_000;
    wire.println(Protocol.READY + " " + settling.rounds() + " " + millis + " " + settled);
  }

  private static long elapsed(long start) {
    return System.nanoTime() - start;
  }
}
