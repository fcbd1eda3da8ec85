package dev.heddle.process;

/** The first event that an implementation gets which has taken over: see {@link Upgrade}. */
public final class Upgraded extends Event {
  private final Upgrade upgrade;

  Upgraded(Upgrade upgrade) {
    this.upgrade = upgrade;
  }

  Upgrade upgrade() {
    return upgrade;
  }

  @Override
  public String toString() {
    return "Upgraded";
  }
}
