package dev.heddle.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.heddle.process.Behaviour;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Trees as data: what is refused, and what they look like. */
class SupervisorSpecTest {
  private static ChildSpec child(String id) {
    return ChildSpec.body(id, inbox -> inbox.receive());
  }

  @Test
  void aTreeIsPrintedAsATree() {
    SupervisorSpec spec =
        SupervisorSpec.restForOne(
                child("config"),
                ChildSpec.supervisor(
                    "database",
                    SupervisorSpec.oneForAll(
                            ChildSpec.process("pool", () -> (events, out) -> {}),
                            child("cache").withRestart(Restart.TEMPORARY))
                        .withLimit(1, Duration.ofMinutes(1))
                        .withBackoff(
                            Backoff.exponential(Duration.ofMillis(250), Duration.ofSeconds(30)))),
                ChildSpec.behaviour("shelf", () -> Behaviour.builder().build()),
                child("web").withRestart(Restart.TRANSIENT).withStopTimeout(Duration.ofSeconds(90)))
            .withName("shop");
    assertThat(spec.describe().lines())
        .containsExactly(
            "shop: supervisor, rest-for-one, at most 3 restarts in 5s, no backoff",
            "├─ config: fiber, permanent, stops within 5s",
            "├─ database: supervisor, one-for-all, at most 1 restart in 1m, backoff 0.25s to 30s,"
                + " permanent, stops within any time",
            "│  ├─ pool: process, permanent, stops within 5s",
            "│  └─ cache: fiber, temporary, stops within 5s",
            "├─ shelf: behaviour, permanent, stops within 5s",
            "└─ web: fiber, transient, stops within 1m30s");
  }

  @Test
  void twoChildrenOfOneIdAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SupervisorSpec.oneForOne(child("a"), child("b"), child("a")))
        .withMessageContaining("'a'");
    SupervisorSpec one = SupervisorSpec.oneForOne(child("a"));
    assertThatIllegalArgumentException().isThrownBy(() -> one.withChild(child("a")));
    assertThat(one.withChild(child("b")).children()).hasSize(2);
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> child(" "));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> child("a").withStopTimeout(Duration.ofSeconds(-1)))
        .withMessageContaining("'a'");
    SupervisorSpec none = SupervisorSpec.oneForOne();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> none.withLimit(-1, Duration.ofSeconds(1)))
        .withMessageContaining("-1");
    assertThatIllegalArgumentException().isThrownBy(() -> none.withLimit(1, Duration.ZERO));
    Backoff backoff = Backoff.exponential(Duration.ofSeconds(1), Duration.ofSeconds(10));
    assertThatIllegalArgumentException().isThrownBy(() -> backoff.withJitter(1.1));
    assertThatIllegalArgumentException().isThrownBy(() -> backoff.withJitter(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> backoff.withFactor(0.5));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> backoff.withQuiet(Duration.ofSeconds(-1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Backoff.exponential(Duration.ofSeconds(2), Duration.ofSeconds(1)));
  }

  @Test
  void aBackoffGrowsUpToItsLimit() {
    Backoff backoff =
        Backoff.exponential(Duration.ofMillis(100), Duration.ofSeconds(1)).withJitter(0);
    SplittableRandom random = new SplittableRandom(1);
    assertThat(backoff.delay(0, random)).isEqualTo(Duration.ofMillis(100));
    assertThat(backoff.delay(1, random)).isEqualTo(Duration.ofMillis(200));
    assertThat(backoff.delay(3, random)).isEqualTo(Duration.ofMillis(800));
    assertThat(backoff.delay(4, random)).isEqualTo(Duration.ofSeconds(1));
    assertThat(backoff.delay(Integer.MAX_VALUE, random)).isEqualTo(Duration.ofSeconds(1));
    assertThat(Backoff.NONE.delay(9, random)).isZero();
  }

  @Test
  void chanceTakesAPartOfABackoffAway() {
    Backoff backoff =
        Backoff.exponential(Duration.ofMillis(100), Duration.ofSeconds(1)).withJitter(0.5);
    SplittableRandom random = new SplittableRandom(7);
    SplittableRandom same = new SplittableRandom(7);
    Duration least = Duration.ofMillis(100);
    Duration most = Duration.ZERO;
    for (int i = 0; i < 1_000; i++) {
      Duration delay = backoff.delay(0, random);
      assertThat(delay).isBetween(Duration.ofMillis(50), Duration.ofMillis(100));
      assertThat(delay).isEqualTo(backoff.delay(0, same));
      least = delay.compareTo(least) < 0 ? delay : least;
      most = delay.compareTo(most) > 0 ? delay : most;
    }
    assertThat(least).isLessThan(Duration.ofMillis(52));
    assertThat(most).isGreaterThan(Duration.ofMillis(98));
  }
}
