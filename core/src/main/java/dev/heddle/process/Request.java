package dev.heddle.process;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Memory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A message whose sender waits for a reply. From when the process has it until it replies, it is a
 * bond of the process: if that ends without a reply, the sender is told at once.
 */
final class Request extends Message implements Bond {
  private static final BiConsumer<Asker, @Nullable Object> ANSWER = Asker::answer;
  private static final BiConsumer<Asker, Throwable> GIVE_UP = Asker::giveUp;
  private static final VarHandle ANSWERED;

  static {
    try {
      ANSWERED = MethodHandles.lookup().findVarHandle(Request.class, "answered", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Asker asker;
  private volatile @Nullable ProcessCell taker;

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
    assert Moment.passes("a request is replied to");
    ProcessCell bound = taker;
    if (bound != null) {
      bound.bonds().remove(this);
    }
    assert Moment.passes("a request is not owed any more");
    Memory.insist(ANSWER, asker, answer);
  }

  /** {@code cell} is given it, and has to reply. */
  void takenBy(ProcessCell cell) {
    taker = cell;
    assert Moment.passes("a request has a taker");
    assert Memory.suffices("a request that is owed");
    cell.bonds().add(this);
    assert Moment.passes("a request is owed");
  }

  @Override
  public void undo() {
    ProcessCell bound = taker;
    if (bound != null) {
      refuse(Post.hasEnded(bound.self()));
    }
  }

  /** The process, which was given it, will not reply. */
  void decline(Throwable why) {
    if (ANSWERED.compareAndSet(this, false, true)) {
      ProcessCell bound = taker;
      if (bound != null) {
        bound.bonds().remove(this);
      }
      refuse(why);
    }
  }

  /** Nobody will ever answer. */
  void refuse(Throwable why) {
    Memory.insist(GIVE_UP, asker, why);
  }
}
