package dev.heddle.process;

/** What who registers sees. */
final class NamesRace {
  static final String NAME = "a name";

  private NamesRace() {}

  /** Whether {@code process} has got the name. */
  static boolean registers(Names names, ClaimedProcess process) {
    try {
      names.register(NAME, process.cell);
      return true;
    } catch (NameTakenException e) {
      return false;
    } catch (IllegalStateException e) {
      return false; // it has ended
    }
  }
}
