package dev.heddle.process;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a process can do besides changing itself. Given to {@link Process#init}. */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public sealed interface ProcessContext permits ProcessCell {
  /** This process. */
  Pid self();

  /** Who spawned this process; null if that was no process. */
  @Nullable Pid parent();

  /** All processes of the runtime. */
  Processes processes();

  /** As {@link Processes#send(Pid, Object)}. */
  default void send(Pid target, Object message) {
    processes().send(target, message);
  }

  /** As {@link Processes#spawn(Process)}, with this process as the parent. */
  default Pid spawn(Process process) {
    return spawn(process, ProcessOptions.DEFAULT);
  }

  /** As {@link Processes#spawn(Process, ProcessOptions)}, with this process as the parent. */
  Pid spawn(Process process, ProcessOptions options);

  /** As {@link Processes#spawn(ProcessBody)}, with this process as the parent. */
  default Pid spawn(ProcessBody body) {
    return spawn(body, ProcessOptions.DEFAULT);
  }

  /** As {@link Processes#spawn(ProcessBody, ProcessOptions)}, with this process as the parent. */
  Pid spawn(ProcessBody body, ProcessOptions options);

  /** As {@link Processes#spawn(Behaviour)}, with this process as the parent. */
  default Pid spawn(Behaviour behaviour) {
    return spawn(behaviour, ProcessOptions.DEFAULT);
  }

  /** As {@link Processes#spawn(Behaviour, ProcessOptions)}, with this process as the parent. */
  default Pid spawn(Behaviour behaviour, ProcessOptions options) {
    return spawn(behaviour.process(), options);
  }

  /** As {@link Processes#openPort}, to this process. */
  Port openPort();

  // ---- ties to other processes; all of them end with either side

  /**
   * Links this process and {@code other}, both ways: when one crashes, the other is ended too,
   * unless it {@linkplain #trapExits traps} exits. A normal end does nothing to the other. If
   * {@code other} has ended already, that counts now. Linking again does nothing.
   */
  void link(Pid other);

  /** Takes a link back; an exit that is on its way may still arrive. */
  void unlink(Pid other);

  /** Whether the end of a linked process comes as an {@link Exited} event, and ends nothing. */
  void trapExits(boolean traps);

  /**
   * Watches {@code target}: when it ends, in whatever way, this process gets one {@link Down}; at
   * once, if it has ended or is not known here.
   */
  Monitor monitor(Pid target);

  /** Spawns {@code process} and {@linkplain #link links} it. */
  default Pid spawnLinked(Process process) {
    return spawnLinked(process, ProcessOptions.DEFAULT);
  }

  /** Spawns {@code process} and {@linkplain #link links} it. */
  default Pid spawnLinked(Process process, ProcessOptions options) {
    Pid child = spawn(process, options);
    link(child);
    return child;
  }

  /** Spawns a process that is a fiber and {@linkplain #link links} it. */
  default Pid spawnLinked(ProcessBody body) {
    return spawnLinked(body, ProcessOptions.DEFAULT);
  }

  /** Spawns a process that is a fiber and {@linkplain #link links} it. */
  default Pid spawnLinked(ProcessBody body, ProcessOptions options) {
    Pid child = spawn(body, options);
    link(child);
    return child;
  }

  /** Spawns a process of {@code behaviour} and {@linkplain #link links} it. */
  default Pid spawnLinked(Behaviour behaviour) {
    return spawnLinked(behaviour, ProcessOptions.DEFAULT);
  }

  /** Spawns a process of {@code behaviour} and {@linkplain #link links} it. */
  default Pid spawnLinked(Behaviour behaviour, ProcessOptions options) {
    return spawnLinked(behaviour.process(), options);
  }

  /**
   * Sends {@code message} to {@code target} after {@code delay}, if this process still lives.
   *
   * @throws IllegalStateException outside of the runtime, if that has no workers: nobody would keep
   *     the time
   */
  SendTimer sendAfter(Duration delay, Pid target, Object message);

  /**
   * Sends {@code message} to {@code target} once in a {@code period}, the first time after one, as
   * long as this process lives. What could not be sent in time is left out, not made up for.
   */
  SendTimer sendEvery(Duration period, Pid target, Object message);

  /**
   * Gives this process a name, until it ends: mostly in {@link Process#init}, so that each
   * incarnation takes it again. See {@link Processes#register}.
   *
   * @throws NameTakenException if another process has it; the exception says which
   */
  default void register(String name) {
    processes().register(name, self());
  }

  /**
   * Lets this process get one {@link Named} as soon as {@code name} is registered; at once, if it
   * is. See {@link Processes#register}.
   */
  void watchName(String name);

  /** Makes this process a member of {@code topic}: see {@link Processes#publish}. */
  void join(String topic);

  /** Ends the membership. */
  void leave(String topic);
}
