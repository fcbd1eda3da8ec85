package dev.heddle.bench.savina.chameneos;

/** What a creature looks like. */
enum Colour {
  RED,
  YELLOW,
  BLUE;

  private static final Colour[] ALL = values();

  /** How many there are. */
  static final int COUNT = ALL.length;

  /** What the creature of this number begins with. */
  static Colour ofNumber(int number) {
    return ALL[number % ALL.length];
  }

  /** What two become that meet: the third colour, or their own if they have the same. */
  Colour meeting(Colour other) {
    return this == other ? this : ALL[ALL.length - ordinal() - other.ordinal()];
  }
}
