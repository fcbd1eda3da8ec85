package dev.heddle.process;

/**
 * Why a command has failed, if that was not its handler's doing: nobody handles it, or who was
 * asked cannot answer.
 */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CommandException(String message) {
    super(message);
  }
}
