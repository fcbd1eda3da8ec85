package dev.heddle.observe.page;

/** Why a request gets no answer: a status of HTTP, and a sentence. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  Refusal(int status, String sentence) {
    super(sentence, null, false, false);
    this.status = status;
  }

  int status() {
    return status;
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
