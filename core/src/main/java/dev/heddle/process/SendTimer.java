package dev.heddle.process;

/**
 * A message that will be sent, once or again and again: see {@link ProcessContext#sendAfter} and
 * {@link ProcessContext#sendEvery}. Gone with the process that made it. Any thread may cancel it.
 *
 * <p><b>Cost:</b> one object of 56 bytes for one that sends once; there may be a million.
 */
public sealed interface SendTimer extends AutoCloseable permits OneSend, RepeatedSend {
  /**
   * Sends no more.
   *
   * @return whether something was left to be sent
   */
  boolean cancel();

  /** As {@link #cancel}. */
  @Override
  default void close() {
    cancel();
  }
}
