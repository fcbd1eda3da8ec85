package dev.heddle.process;

import org.jspecify.annotations.Nullable;

/**
 * What a handler of a {@link Behaviour} can do. Valid during the call that it was given to, on its
 * thread; otherwise its methods throw an {@link IllegalStateException}.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public sealed interface BehaviourContext permits BehaviourProcess {
  /** This process. */
  Pid self();

  /** Links, monitors, timers, topics, spawning; may be kept. */
  ProcessContext context();

  /** As {@link Processes#send(Pid, Object)}. */
  void send(Pid target, Object message);

  /**
   * The message that is handled now: for its {@link Message#port()} and {@link
   * Message#expectsReply()}. May be kept, to reply later.
   *
   * @throws IllegalStateException if what is handled now is no message
   */
  Message message();

  /** {@linkplain Message#reply Replies} to the message that is handled now. */
  default void reply(@Nullable Object answer) {
    message().reply(answer);
  }

  /** Has {@code next} handle all messages after this one. */
  void become(Behaviour next);

  /** Ends the process after this handler, without a result. */
  default void stop() {
    stop(null);
  }

  /** Ends the process after this handler, with {@code result}. */
  void stop(@Nullable Object result);

  /**
   * Puts the message that is handled now aside, to be handled again after an {@link #unstashAll}.
   * What is left at the end of the process becomes {@linkplain DeadLetter.Reason#STASHED dead
   * letters}.
   *
   * @throws StashFullException if there are as many as the {@linkplain Behaviour.Builder#stashBound
   *     bound} allows
   * @throws IllegalStateException if what is handled now is no message
   */
  void stash();

  /**
   * Has all stashed messages handled again, in order, before whatever else has come: after this
   * handler, by the behaviour that the process has then.
   */
  void unstashAll();

  /** How many messages are stashed. */
  int stashed();

  /**
   * Lets the runtime carry {@code command} out (see {@link Command}) after this handler, and calls
   * {@code then} with its outcome, whichever behaviour the process has by then.
   */
  void perform(Object command, Behaviour.Handler<? super Completion> then);
}
