package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.fiber.Signal;
import dev.heddle.metrics.FiberPage;
import dev.heddle.metrics.HeddleMXBean;
import dev.heddle.metrics.ProcessLine;
import dev.heddle.metrics.ProcessPage;
import dev.heddle.metrics.Rule;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.process.Behaviour;
import dev.heddle.process.Pid;
import dev.heddle.process.ProcessOptions;
import dev.heddle.sim.Simulation;
import dev.heddle.sim.SimulationConfig;
import dev.heddle.testing.ChildJvm;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;

/** A runtime as consoles see it. */
class ManagementTest extends ConcurrentTestCase {
  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

  private static HeddleMXBean proxy(String name) throws JMException {
    return JMX.newMXBeanProxy(SERVER, new ObjectName(name), HeddleMXBean.class);
  }

  private static Set<ObjectName> named(String runtime) throws JMException {
    return SERVER.queryNames(
        new ObjectName("dev.heddle:type=Runtime,name=" + ObjectName.quote(runtime) + ",*"), null);
  }

  /** A moment at which two snapshots in a row tell of the same deeds. */
  private static RuntimeSnapshot atRest(Heddle heddle) {
    RuntimeSnapshot before = heddle.snapshot();
    while (true) {
      LockSupport.parkNanos(20_000_000);
      RuntimeSnapshot now = heddle.snapshot();
      if (now.metrics().runs() == before.metrics().runs()
          && now.processes().handled() == before.processes().handled()) {
        return now;
      }
      before = now;
    }
  }

  @Test
  void registersItselfAWhileAfterTheStartAndLeavesAtItsEnd() throws Exception {
    Heddle heddle = start(Heddle.builder().workers(1).name("by-itself"));
    assertThat(named("by-itself")).as("not at the start, which it would slow down").isEmpty();

    long deadline = System.nanoTime() + Delays.LONG.toNanos();
    while (named("by-itself").isEmpty() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(10_000_000);
    }
    assertThat(named("by-itself")).hasSize(1);
    assertThat(heddle.registerMXBean())
        .as("it is there already")
        .isEqualTo("dev.heddle:type=Runtime,name=\"by-itself\"");
    assertThat(named("by-itself")).hasSize(1);
    heddle.close();
    assertThat(named("by-itself")).isEmpty();
  }

  @Test
  void doesNotIfItIsToldSo() throws Exception {
    try (Heddle _ = Heddle.builder().workers(1).name("hidden").management(false).start();
        Heddle other = Heddle.builder().workers(1).name("told").start()) {
      long deadline = System.nanoTime() + Delays.LONG.toNanos();
      while (named(other.name()).isEmpty() && System.nanoTime() < deadline) {
        LockSupport.parkNanos(10_000_000);
      }
      assertThat(named("told")).as("the later one is there").hasSize(1);
      assertThat(named("hidden")).isEmpty();
    }
  }

  @Test
  void twoOfOneNameAreBothThere() throws Exception {
    String name = "twin \"*?,=\\ ü";
    try (Heddle one = Heddle.builder().workers(1).name(name).start();
        Heddle two = Heddle.builder().workers(1).name(name).start()) {
      String first = one.registerMXBean();
      String second = two.registerMXBean();

      assertThat(second).isEqualTo(first + ",number=2");
      assertThat(proxy(first).getName()).isEqualTo(name);
      assertThat(proxy(second).getName()).isEqualTo(name);
      one.shutdown(Delays.LONG);
      assertThat(named(name)).extracting(ObjectName::toString).containsExactly(second);
    }
  }

  @Test
  void aClosedOrSimulatedRuntimeIsRefused() {
    Heddle closed = Heddle.start(1);
    closed.close();
    assertThatThrownBy(closed::registerMXBean)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");

    Simulation.run(
        1,
        SimulationConfig.DEFAULT,
        () -> {
          try (Heddle simulated = Heddle.start(1)) {
            assertThatThrownBy(simulated::registerMXBean)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("simulated");
          }
        });
  }

  @Test
  void theNumbersAreThoseOfTheSnapshot() throws Exception {
    Heddle heddle = start(Heddle.builder().workers(2).name("numbers"));
    Signal never = Signal.manual();
    heddle.fiber("waiter", () -> never.await());
    Pid echo =
        heddle
            .processes()
            .spawn(
                Behaviour.receive(String.class, (_, _) -> {}),
                ProcessOptions.DEFAULT.withName("echo"));
    for (int i = 0; i < 100; i++) {
      heddle.processes().send(echo, "m" + i);
      heddle.invoke(() -> {});
    }
    HeddleMXBean bean = proxy(heddle.registerMXBean());
    RuntimeSnapshot snapshot = atRest(heddle);
    RuntimeSnapshot far = bean.getSnapshot();

    assertThat(far.metrics().runs()).isEqualTo(snapshot.metrics().runs());
    assertThat(far.processes())
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes(".*ageMillis")
        .isEqualTo(snapshot.processes());
    assertThat(far.fibers().states()).isEqualTo(snapshot.fibers().states());
    assertThat(far.metrics().workers().get(1).chosen())
        .isEqualTo(snapshot.metrics().workers().get(1).chosen());
    assertThat(bean.getRuns()).isEqualTo(snapshot.metrics().runs());
    assertThat(bean.getRunsByRule().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(bean.getRuns());
    assertThat(bean.getRunsByRule()).containsOnlyKeys(Rule.values());
    assertThat(bean.getMessagesSent()).isEqualTo(100);
    assertThat(bean.getMessagesHandled()).isEqualTo(100);
    assertThat(bean.getMessagesQueued()).isZero();
    assertThat(bean.getProcesses()).isEqualTo(1);
    assertThat(bean.getProcessesByState()).containsEntry("IDLE", 1L);
    assertThat(bean.getFibers()).isEqualTo(1);
    assertThat(bean.getDeadLetters().values()).containsOnly(0L);
    assertThat(bean.getWorkers()).isEqualTo(2);
    assertThat(bean.getEngine()).isEqualTo(heddle.engine());
    assertThat(bean.isClosing()).isFalse();
    assertThat(bean.dump()).contains("waiter").contains("echo");
    never.signal();
  }

  @Test
  void processesAndFibersCanBeSearchedAndLookedAt() throws Exception {
    Heddle heddle = start(Heddle.builder().workers(2).name("search"));
    Signal never = Signal.manual();
    heddle.fiber("a waiter", () -> never.await());
    Pid pid = Pid.parse("none/none/1");
    for (int i = 0; i < 5; i++) {
      pid =
          heddle
              .processes()
              .spawn(
                  Behaviour.receive(String.class, (_, _) -> {}),
                  ProcessOptions.DEFAULT.withName("cook-" + i));
    }
    HeddleMXBean bean = proxy(heddle.registerMXBean());

    ProcessPage page = bean.findProcesses("COOK", "name", true, 1, 2);
    assertThat(page.matching()).isEqualTo(5);
    assertThat(page.lines()).extracting(ProcessLine::name).containsExactly("cook-3", "cook-2");
    assertThat(bean.lookAgain(List.of(pid.toString())))
        .extracting(ProcessLine::name)
        .containsExactly("cook-4");
    assertThat(bean.lookAtProcess(pid.toString()))
        .isNotNull()
        .satisfies(detail -> assertThat(detail.line().name()).isEqualTo("cook-4"));
    assertThat(bean.lookAtProcess("no/where/7")).isNull();
    FiberPage fibers = bean.findFibers("a waiter", 0, 10);
    assertThat(fibers.lines()).hasSize(1);
    assertThat(bean.lookAtFiber(fibers.lines().getFirst().id())).contains("a waiter");
    assertThat(bean.lookAtFiber(-1)).isNull();
    assertThatThrownBy(() -> bean.findProcesses("", "beauty", false, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("MAILBOX");
    assertThatThrownBy(() -> bean.lookAtProcess("nonsense"))
        .isInstanceOf(IllegalArgumentException.class);
    never.signal();
  }

  /** A console has none of Heddle's classes. */
  @Test
  void aConsoleReadsItAsOpenData() throws Exception {
    Heddle heddle = start(Heddle.builder().workers(1).name("open"));
    ObjectName name = new ObjectName(heddle.registerMXBean());

    assertThat(SERVER.getAttribute(name, "Snapshot")).isInstanceOf(CompositeData.class);
    assertThat(SERVER.getAttribute(name, "Engine")).isInstanceOf(String.class);
    assertThat(Map.of("runs", SERVER.getAttribute(name, "Runs"))).containsEntry("runs", 0L);
  }

  /** What the child does. */
  static final class Child {
    private Child() {}

    public static void main(String[] args) {
      try (Heddle heddle = Heddle.start(1)) {
        System.out.println(heddle.invoke(() -> "works"));
        try {
          heddle.registerMXBean();
        } catch (IllegalStateException e) {
          System.out.println(e.getMessage());
        }
        heddle.registerSoon(); // as it does by itself after a while
      }
    }
  }

  @Test
  void worksInAJvmWithoutTheModule() throws Exception {
    ChildJvm.Result result =
        ChildJvm.run(Child.class, List.of(ChildJvm.FLAG, "--limit-modules", "java.base,jdk.jfr"));

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).startsWith("works").contains("--add-modules java.management");
    assertThat(result.err()).isEmpty();
  }
}
