package dev.heddle.observe.top;

/** By what processes are sorted; the names are those that the MXBean takes. */
enum Sort {
  /** By how many messages wait. */
  MAILBOX('m', true),
  /** By steps. */
  STEPS('s', true),
  /** By name. */
  NAME('n', false),
  /** By state. */
  STATE('t', false),
  /** By age. */
  AGE('a', true),
  /** By restarts. */
  RESTARTS('r', true),
  /** By number. */
  NUMBER('i', false);

  final char key;
  final boolean mostFirst;

  Sort(char key, boolean mostFirst) {
    this.key = key;
    this.mostFirst = mostFirst;
  }
}
