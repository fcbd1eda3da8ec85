package dev.heddle.observe.page;

import dev.heddle.Heddle;

/** What the page may do besides looking, if that is switched on. */
final class Controls {
  private Controls() {}

  /**
   * What became of it.
   *
   * @param done false if there was nobody left to do it to
   */
  record Done(boolean done) {}

  /** The whole dump as text. */
  record Dump(String text) {}

  static Done interrupt(Heddle heddle, Query query) throws Refusal {
    return new Done(heddle.interruptFiber(query.longNumber("id")));
  }

  static Done stop(Heddle heddle, Query query) throws Refusal {
    return new Done(heddle.processes().cancel(Questions.pid(query.text("pid"))));
  }

  static Dump dump(Heddle heddle) {
    return new Dump(heddle.dump().toString());
  }
}
