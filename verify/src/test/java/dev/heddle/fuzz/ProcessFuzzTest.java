package dev.heddle.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.process.Pid;
import dev.heddle.process.Processes;
import java.time.Duration;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Random programs on processes do what {@link ProcessModel} does. */
class ProcessFuzzTest {

  @Property(edgeCases = EdgeCasesMode.NONE)
  void processesDoWhatTheModelDoes(@ForAll("programs") ProcessProgram program) {
    ProcessDriver.play(program);
  }

  @Provide
  Arbitrary<ProcessProgram> programs() {
    return ProcessProgram.any();
  }

  /** Broken on purpose: loses every third message. */
  private static final class LossySending implements ProcessDriver.Sending {
    private int sent;

    @Override
    public void send(Processes processes, Pid target, Object message) {
      if (++sent % 3 != 0) {
        processes.send(target, message);
      }
    }
  }

  @Example
  void aLostMessageIsFound() {
    boolean found =
        ProcessProgram.any()
            .sampleStream()
            .limit(100)
            .anyMatch(program -> isCaught(program, new LossySending()));
    assertThat(found).isTrue();
  }

  private static boolean isCaught(ProcessProgram program, ProcessDriver.Sending sending) {
    try {
      ProcessDriver.play(program, sending, Duration.ofMillis(200));
      return false;
    } catch (AssertionError e) {
      return String.valueOf(e.getMessage()).contains("has handled, and what is dead");
    }
  }
}
