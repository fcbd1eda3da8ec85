package dev.heddle.process;

/** What a command's handler sees. */
final class CommandRace {
  private CommandRace() {}

  /** Whether {@code result} has become the outcome of {@code command}. */
  static boolean completes(PendingCommand command, Object result) {
    try {
      command.complete(result);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
