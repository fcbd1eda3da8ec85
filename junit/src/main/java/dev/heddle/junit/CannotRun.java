package dev.heddle.junit;

/** Something that the user of the shell can set right: told in a sentence. */
final class CannotRun extends RuntimeException {
  private static final long serialVersionUID = 1;

  CannotRun(String sentence) {
    super(sentence);
  }

  CannotRun(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
