package dev.heddle.process;

/** Something that was added, and can be taken back. */
@FunctionalInterface
public interface Registration extends AutoCloseable {
  /** Takes it back. Again: does nothing. */
  @Override
  void close();
}
