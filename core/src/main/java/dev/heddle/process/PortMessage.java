package dev.heddle.process;

/** A message that came through a port. */
final class PortMessage extends Message {
  private final Port port;

  PortMessage(Object data, Port port) {
    super(data);
    this.port = port;
  }

  @Override
  public Port port() {
    return port;
  }
}
