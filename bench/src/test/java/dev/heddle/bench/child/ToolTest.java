package dev.heddle.bench.child;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ToolTest {

  @Test
  void whatIsOnThePathIsNotMissing() {
    assertThat(new Tool("sh", "buy a computer").missing()).isEmpty();
  }

  @Test
  void whatIsMissingIsToldWithHowToGetIt() {
    assertThat(new Tool("no-such-tool", "install it (package none)").missing())
        .contains("no-such-tool is missing; install it (package none)");
  }
}
