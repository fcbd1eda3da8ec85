package dev.heddle.observe.top;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.heddle.metrics.HeddleMXBean;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Another JVM of this machine, attached to; it has to be prepared for that in no way. */
final class TargetJvm implements AutoCloseable {
  private static final long PATIENCE = 4_000_000_000L;
  private static final long PAUSE = 100_000_000;

  private final long pid;
  private final JMXConnector connector;
  private final MBeanServerConnection server;

  /** Those that were there last time, by object name. */
  private final Map<ObjectName, Watched> known = new TreeMap<>();

  private TargetJvm(long pid, JMXConnector connector) throws IOException {
    this.pid = pid;
    this.connector = connector;
    server = connector.getMBeanServerConnection();
  }

  long pid() {
    return pid;
  }

  /** Attaches, and waits a little for the first runtime. */
  static TargetJvm attach(long pid) throws TopFailure {
    ProcessHandle process =
        ProcessHandle.of(pid)
            .orElseThrow(
                () ->
                    new TopFailure(
                        "there is no process " + pid + "; ./heddle top without a PID finds JVMs"));
    refuseForeign(pid, process);
    try {
      TargetJvm target = new TargetJvm(pid, Question.ask(() -> connect(addressOf(pid))).await());
      target.awaitRuntime();
      return target;
    } catch (TimeoutException e) {
      throw new TopFailure(
          "the process %d does not answer within %d s: it was stopped, or gets no processor time. Try again when it runs."
              .formatted(pid, Question.PATIENCE.toSeconds()),
          e);
    } catch (AttachNotSupportedException e) {
      throw new TopFailure(
          "the process %d can't be looked at: %s. It has to be a JVM, and not one with -XX:+DisableAttachMechanism."
              .formatted(pid, e.getMessage()),
          e);
    } catch (IOException e) {
      throw new TopFailure(
          "the process %d can't be looked at: %s. If it is a JVM of another user, run this as that user."
              .formatted(pid, e.getMessage()),
          e);
    }
  }

  private static String addressOf(long pid) throws AttachNotSupportedException, IOException {
    VirtualMachine attached = VirtualMachine.attach(Long.toString(pid));
    try {
      return attached.startLocalManagementAgent();
    } finally {
      attached.detach();
    }
  }

  @SuppressWarnings("BanJNDI") // the address is from a JVM that this user may attach to anyway
  private static JMXConnector connect(String address) throws IOException {
    return JMXConnectorFactory.connect(new JMXServiceURL(address));
  }

  /** Attaching sends a signal, which what is no JVM may not bear. */
  private static void refuseForeign(long pid, ProcessHandle process) throws TopFailure {
    String user = process.info().user().orElse("");
    String me = ProcessHandle.current().info().user().orElse("");
    if (!user.isEmpty() && !me.isEmpty() && !user.equals(me) && !me.equals("root")) {
      throw new TopFailure(
          "the process %d is of the user %s, and only %s may look at it: sudo -u %s ./heddle top %d"
              .formatted(pid, user, user, user, pid));
    }
    String command = process.info().command().orElse("");
    boolean listed =
        VirtualMachine.list().stream().anyMatch(jvm -> jvm.id().equals(Long.toString(pid)));
    if (!listed && !command.endsWith("java")) {
      throw new TopFailure(
          "the process %d is no JVM%s; ./heddle top without a PID finds those that run Heddle"
              .formatted(pid, command.isEmpty() ? "" : " (it runs " + command + ")"));
    }
  }

  private void awaitRuntime() throws TopFailure, IOException {
    long deadline = System.nanoTime() + PATIENCE;
    while (runtimes().isEmpty()) {
      if (System.nanoTime() > deadline) {
        close();
        throw new TopFailure(
            "the JVM %d has no Heddle runtime that can be seen: none was started, or it was built with management(false) or without workers."
                .formatted(pid));
      }
      LockSupport.parkNanos(PAUSE);
    }
  }

  /** The runtimes there are, in the order of their names; the same object for the same runtime. */
  List<Watched> runtimes() throws IOException {
    List<ObjectName> names = new ArrayList<>(server.queryNames(pattern(), null));
    known.keySet().retainAll(names);
    names.sort(Comparator.naturalOrder());
    for (ObjectName name : names) {
      known.computeIfAbsent(
          name, _ -> new Watched(pid, JMX.newMXBeanProxy(server, name, HeddleMXBean.class)));
    }
    return List.copyOf(known.values());
  }

  private static ObjectName pattern() {
    try {
      return new ObjectName("dev.heddle:type=Runtime,*");
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException _) {
      // It has ended, which is as good.
    }
  }
}
