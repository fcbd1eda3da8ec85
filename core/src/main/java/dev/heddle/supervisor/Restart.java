package dev.heddle.supervisor;

import dev.heddle.process.Exit;
import java.util.Locale;

/** Whether a child that has ended by itself is started again. */
public enum Restart {
  /** Always. */
  PERMANENT,

  /** After a {@linkplain Exit#isCrash crash}; a normal end is an end. */
  TRANSIENT,

  /** Never; the supervisor forgets it. */
  TEMPORARY;

  boolean after(Exit exit) {
    return switch (this) {
      case PERMANENT -> true;
      case TRANSIENT -> exit.isCrash();
      case TEMPORARY -> false;
    };
  }

  /** As it stands in a tree. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
