package dev.heddle.metrics;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A runtime for consoles and {@code ./heddle top}, which look in from another process. Registered
 * by itself about a second after the start, as {@code dev.heddle:type=Runtime,name="NAME"}; with
 * {@code ,number=2} and so on after it, if there is one of this name already.
 *
 * <p>All attributes but {@code Snapshot} are of one look at the runtime, some tenths of a second
 * old at most, so that they agree with each other when they are read together. Over a connection
 * the records come back as they are, by {@code JMX.newMXBeanProxy}.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public interface HeddleMXBean {
  /** The runtime's name. */
  String getName();

  /** What its tasks run on. */
  Engine getEngine();

  /** For how long it has been there. */
  long getUptimeMillis();

  /** Whether it has been told to close. */
  boolean isClosing();

  /** How many workers there are, spare ones included. */
  int getWorkers();

  /** How many of them run something. */
  int getBusyWorkers();

  /** How many items were run: the sum over the rules. */
  long getRuns();

  /** How many items were chosen by each rule. */
  Map<Rule, Long> getRunsByRule();

  /** How many items wait for a worker. */
  long getQueued();

  /** How many fibers there are. */
  long getFibers();

  /** How many fibers are in which state. */
  Map<FiberState, Long> getFibersByState();

  /** How many processes there are. */
  long getProcesses();

  /** How many processes are in which state. */
  Map<String, Long> getProcessesByState();

  /** How many messages were sent. */
  long getMessagesSent();

  /** How many messages were given to a step. */
  long getMessagesHandled();

  /** How many messages are in mailboxes. */
  long getMessagesQueued();

  /** How many dead letters there were, by the name of their reason. */
  Map<String, Long> getDeadLetters();

  /** How often supervisors have restarted a child. */
  long getRestarts();

  /** Everything, as it is now: the same as {@code Heddle.snapshot()}. */
  RuntimeSnapshot getSnapshot();

  /**
   * Searches processes; visits them all.
   *
   * @param search what their PID, name or state has to contain, in any case; empty: anything
   * @param sort by what: NUMBER, NAME, STATE, MAILBOX, STEPS, AGE or RESTARTS
   * @param descending the most first
   * @param offset how many to pass by
   * @param limit how many to give
   * @throws IllegalArgumentException if there is no such sort, or offset or limit is too large
   */
  ProcessPage findProcesses(String search, String sort, boolean descending, int offset, int limit);

  /** Those of these PIDs that live, as they are now. Cheap. */
  List<ProcessLine> lookAgain(List<String> pids);

  /**
   * One process closely; null if it has ended.
   *
   * @throws IllegalArgumentException if that is no PID
   */
  @Nullable ProcessDetail lookAtProcess(String pid);

  /** Searches fibers by name, state and what they wait for. */
  FiberPage findFibers(String search, int offset, int limit);

  /** One fiber with its stack, as text; null if it has ended. */
  @Nullable String lookAtFiber(long id);

  /** All fibers and processes with what they wait for, as text; visits them all. */
  String dump();
}
