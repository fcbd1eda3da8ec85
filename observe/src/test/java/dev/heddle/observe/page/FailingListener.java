package dev.heddle.observe.page;

import dev.heddle.Heddle;
import dev.heddle.RuntimeListener;

/** Found beside the page in tests; fails if it is told to. */
public final class FailingListener implements RuntimeListener {
  @Override
  public void started(Heddle runtime) {
    if (Boolean.getBoolean("heddle.test.failing")) {
      throw new IllegalStateException("on purpose");
    }
  }
}
