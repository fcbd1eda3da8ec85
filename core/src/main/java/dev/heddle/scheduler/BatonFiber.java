package dev.heddle.scheduler;

/**
 * A platform thread of the {@link BatonEngine} with a body of its own. It begins without a baton,
 * as a runner does that waited and has become ready; when its body has ended it passes its baton on
 * and ends.
 */
final class BatonFiber extends BatonRunner {
  private final Runnable body;
  private boolean chosen; // written before the start

  BatonFiber(BatonEngine engine, String name, Runnable body) {
    super(engine, name);
    this.body = body;
  }

  /** Starts this thread; whoever calls has chosen it, and gives it a baton next. */
  void startChosen() {
    chosen = true;
    start();
  }

  @Override
  public void run() {
    awaitFirstBaton(!chosen);
    try {
      body.run();
    } finally {
      passOn();
    }
  }
}
