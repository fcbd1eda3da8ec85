package dev.heddle.observe.top;

import dev.heddle.Heddle;
import dev.heddle.process.Behaviour;
import dev.heddle.process.Pid;
import dev.heddle.process.ProcessOptions;
import java.io.IOException;
import java.util.Arrays;

/** A program for top to look at; it ends when its input does. */
final class TopTarget {
  private TopTarget() {}

  /** Starts a runtime for each name, with some processes, and says {@code ready}. */
  public static void main(String[] names) throws IOException {
    Heddle[] runtimes =
        Arrays.stream(names)
            .map(name -> Heddle.builder().workers(2).name(name).start())
            .toArray(Heddle[]::new);
    for (Heddle runtime : runtimes) {
      populate(runtime);
    }
    System.out.println("ready");
    int ended = System.in.read();
    System.exit(ended < 0 ? 0 : 1); // without a close, which would wait for the one that sleeps
  }

  private static void populate(Heddle runtime) {
    Behaviour quiet = Behaviour.receive(String.class, (_, _) -> {});
    for (int i = 0; i < 60; i++) {
      runtime.processes().spawn(quiet, ProcessOptions.DEFAULT.withName("clerk-" + i));
    }
    Behaviour slow = Behaviour.receive(String.class, (_, _) -> Thread.sleep(100_000));
    Pid stuck = runtime.processes().spawn(slow, ProcessOptions.DEFAULT.withName("known-sink"));
    for (int i = 0; i < 321; i++) {
      runtime.processes().send(stuck, "m");
    }
    runtime.registerMXBean();
  }
}
