package dev.heddle.process;

import dev.heddle.loom.StackRoom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A message whose sender waits for a reply. */
final class Request extends Message {
  private static final VarHandle ANSWERED;

  static {
    try {
      ANSWERED = MethodHandles.lookup().findVarHandle(Request.class, "answered", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Asker asker;

  @SuppressWarnings("unused") // through ANSWERED
  private volatile boolean answered;

  Request(Object data, Asker asker) {
    super(data);
    this.asker = asker;
  }

  @Override
  public boolean expectsReply() {
    return true;
  }

  @Override
  public void reply(@Nullable Object answer) {
    StackRoom.toHold(); // an answer that was given has to arrive
    if (!ANSWERED.compareAndSet(this, false, true)) {
      throw new IllegalStateException("this message has been replied to already: " + this);
    }
    asker.answer(answer);
  }

  /** Nobody will ever answer. */
  void refuse(Throwable why) {
    asker.giveUp(why);
  }
}
