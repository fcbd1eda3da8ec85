package dev.heddle.bench.actor;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import org.apache.pekko.actor.ActorSystem;

/** On what Pekko's actors run. Each has as many threads as Heddle has workers. */
public enum PekkoDispatcher {
  /** What one gets without asking: five messages in a row for an actor. */
  DEFAULT(""),

  /**
   * A hundred messages in a row, as in Pekko's documentation of dispatchers, and mailboxes for one
   * consumer, which are the default of its typed actors and what its own benchmarks use.
   */
  THROUGHPUT(
      """
      pekko.actor.default-dispatcher.throughput = 100
      pekko.actor.default-mailbox.mailbox-type =
        "org.apache.pekko.dispatch.SingleConsumerOnlyUnboundedMailbox"
      """);

  private final String settings;

  PekkoDispatcher(String settings) {
    this.settings = settings;
  }

  /** Starts a system with this dispatcher as its default. */
  public ActorSystem start(int workers) {
    String common =
        """
        pekko {
          loglevel = WARNING
          log-dead-letters = off
          log-dead-letters-during-shutdown = off
          daemonic = on
          actor.default-dispatcher.fork-join-executor {
            parallelism-min = %1$d
            parallelism-max = %1$d
          }
        }
        """
            .formatted(workers);
    Config config = ConfigFactory.parseString(common + settings);
    return ActorSystem.create("benchmark", config.withFallback(ConfigFactory.load()));
  }

  /** Ends a system, with all its actors. */
  public static void stop(ActorSystem system) {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().join();
  }
}
