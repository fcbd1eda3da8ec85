package dev.heddle.process;

import org.jspecify.annotations.Nullable;

/** A message whose sender waits for a reply. */
final class Request extends Message {
  private final PendingCommand asker;

  Request(Object data, PendingCommand asker) {
    super(data);
    this.asker = asker;
  }

  @Override
  public boolean expectsReply() {
    return true;
  }

  @Override
  public void reply(@Nullable Object answer) {
    asker.answer(answer);
  }

  /** Nobody will ever answer. */
  void refuse(Throwable why) {
    asker.giveUp(why);
  }
}
