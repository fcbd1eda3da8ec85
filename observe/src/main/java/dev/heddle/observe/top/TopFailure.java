package dev.heddle.observe.top;

import java.io.Serial;

/** Something the user can set right: told in one sentence, without a stack trace. */
final class TopFailure extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  TopFailure(String sentence) {
    super(sentence);
  }

  TopFailure(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
