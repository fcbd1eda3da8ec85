package dev.heddle.bench.observe;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.child.Program;
import java.io.IOException;
import java.text.ParseException;
import java.util.function.Supplier;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/** A program while JDK Flight Recorder records, with the JDK's default settings. */
final class Recorded implements Program {
  private final Recording recording;
  private final Program program;

  Recorded(Supplier<Program> program) {
    try {
      recording = new Recording(Configuration.getConfiguration("default"));
    } catch (IOException | ParseException e) {
      throw new BenchmarkFailure("the JDK has no default settings for recordings: " + e);
    }
    recording.start();
    this.program = program.get();
  }

  @Override
  public double round() throws Exception {
    return program.round();
  }

  @Override
  public double warmUpRound() throws Exception {
    return program.warmUpRound();
  }

  @Override
  public double operations() {
    return program.operations();
  }

  @Override
  public void close() {
    program.close();
    recording.close();
  }
}
