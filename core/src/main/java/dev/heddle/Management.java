package dev.heddle;

import java.lang.management.ManagementFactory;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Registers a runtime with the JVM's MBean server, and takes it away again at its end. To have that
 * server initialised takes some tenths of a second, so it is done late, and on a thread for it; a
 * runtime that has ended before costs nothing. The only class that knows {@code java.management}, a
 * module that need not be there, so who uses it has to ask for that first.
 */
final class Management {
  /** For {@code ./heddle top}, which so finds JVMs with runtimes without asking for more. */
  private static final String MARK = "dev.heddle.mxbean";

  private static final String PREFIX = "dev.heddle:type=Runtime,name=";

  private final Heddle heddle;
  private @Nullable ObjectName registered;
  private boolean over;

  Management(Heddle heddle) {
    this.heddle = heddle;
  }

  /**
   * Registers, unless that was done, or the runtime has ended.
   *
   * @return the name; null if the runtime has ended
   */
  synchronized @Nullable String register() {
    if (registered == null && !over && !heddle.hasEnded()) {
      try {
        registered = registerAs(PREFIX + ObjectName.quote(heddle.name()));
        System.setProperty(MARK, "true");
      } catch (JMException e) {
        throw new IllegalStateException(
            "the runtime '%s' could not be registered as an MXBean".formatted(heddle.name()), e);
      }
    }
    return registered == null ? null : registered.toString();
  }

  private ObjectName registerAs(String name) throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    HeddleBean bean = new HeddleBean(heddle);
    for (int number = 1; ; number++) {
      try {
        ObjectName next = new ObjectName(number == 1 ? name : name + ",number=" + number);
        return server.registerMBean(bean, next).getObjectName();
      } catch (InstanceAlreadyExistsException _) {
        // The next number, then.
      }
    }
  }

  /** The runtime has ended. */
  synchronized void end() {
    over = true;
    ObjectName name = registered;
    registered = null;
    if (name != null) {
      try {
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
      } catch (JMException _) {
        // Somebody else has taken it away.
      }
    }
  }
}
