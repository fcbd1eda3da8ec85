package dev.heddle.process;

/** The last reference to a port of this process was closed: nothing comes through it any more. */
public final class PortUnused extends Event {
  private final Port port;

  PortUnused(Port port) {
    this.port = port;
  }

  /** The port. */
  public Port port() {
    return port;
  }

  @Override
  public String toString() {
    return "PortUnused[" + port + "]";
  }
}
