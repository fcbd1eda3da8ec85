package dev.heddle.junit.planted;

import dev.heddle.Heddle;
import dev.heddle.process.Behaviour;
import dev.heddle.process.Processes;
import dev.heddle.sim.SimulationFailure.Kind;
import dev.heddle.supervisor.Backoff;
import dev.heddle.supervisor.ChildSpec;
import dev.heddle.supervisor.Supervisor;
import dev.heddle.supervisor.SupervisorSpec;
import java.time.Duration;

/**
 * A client that crashes if its service is not there yet, and is started again at once: too often
 * before the service has had a chance. Mended: after a pause.
 */
final class RestartStorm extends Planted {
  RestartStorm() {
    super(Kind.ASSERTION);
  }

  static void main() throws Exception {
    new RestartStorm().run(false);
  }

  @Override
  void run(boolean mended) throws Exception {
    try (Heddle heddle = Heddle.builder().uncaughtExceptionHandler((thread, crash) -> {}).start()) {
      Processes processes = heddle.processes();
      SupervisorSpec spec =
          SupervisorSpec.oneForOne(
                  ChildSpec.process("service", () -> named("service", processes).process()),
                  ChildSpec.process("client", () -> client(processes).process()))
              .withLimit(1, Duration.ofSeconds(1));
      Supervisor.start(
          processes,
          mended
              ? spec.withBackoff(Backoff.exponential(Duration.ofSeconds(1), Duration.ofSeconds(1)))
              : spec);
      check(
          processes.awaitName("client", Duration.ofMinutes(1)) != null,
          "the client has not come up");
    }
  }

  private static Behaviour named(String name, Processes processes) {
    return Behaviour.setup(
        self -> {
          processes.register(name, self.self());
          return Behaviour.receive(Object.class, (context, message) -> {});
        });
  }

  private static Behaviour client(Processes processes) {
    return Behaviour.setup(
        self -> {
          if (processes.whereIs("service") == null) {
            throw new IllegalStateException("there is no service");
          }
          processes.register("client", self.self());
          return Behaviour.receive(Object.class, (context, message) -> {});
        });
  }
}
