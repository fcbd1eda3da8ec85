package dev.heddle.observe.trace;

/** From where something was spawned, sent or woken to the slice that came of it. */
record Arrow(Cause cause, Track from, long at, Slice to) {
  /** Why there is an arrow. */
  enum Cause {
    SPAWN("spawn"),
    SEND("send"),
    WAKE("wake");

    private final String word;

    Cause(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }
}
