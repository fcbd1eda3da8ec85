package dev.heddle.bench.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.bench.BenchmarkFailure;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InstallationTest {
  private final List<String> commands = new ArrayList<>();
  private final ByteArrayOutputStream told = new ByteArrayOutputStream();

  @Test
  void rootInstallsEverythingAndSaysSo() {
    installation(true, true, 0).run();
    assertThat(commands)
        .containsExactly(
            "env DEBIAN_FRONTEND=noninteractive apt-get -qq update",
            "env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-upgrade"
                + " --no-install-recommends g++ libtbb-dev golang-go erlang-base wrk");
    assertThat(told.toString(StandardCharsets.UTF_8)).contains(commands).contains("Installed.");
  }

  @Test
  void othersAskWithoutAPassword() {
    installation(true, false, 0).run();
    assertThat(commands).hasSize(2).allMatch(command -> command.startsWith("sudo -n env "));
  }

  @Test
  void whoMayNotInstallIsTold() {
    assertThatThrownBy(() -> installation(true, false, 1).run())
        .isInstanceOf(BenchmarkFailure.class)
        .hasMessageContaining("ended with 1; it takes root, or sudo without a password");
    assertThat(commands).hasSize(1);
  }

  @Test
  void withoutAptGetTheNamesAreTold() {
    assertThatThrownBy(() -> installation(false, true, 0).run())
        .isInstanceOf(BenchmarkFailure.class)
        .hasMessageContainingAll("no apt-get", "g++ libtbb-dev golang-go erlang-base wrk");
    assertThat(commands).isEmpty();
  }

  private Installation installation(boolean possible, boolean root, int code) {
    return new Installation(
        possible,
        root,
        command -> {
          commands.add(String.join(" ", command));
          return code;
        },
        new PrintStream(told, true, StandardCharsets.UTF_8));
  }
}
