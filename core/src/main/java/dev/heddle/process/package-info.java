/**
 * Processes: isolated state machines with PIDs, mailboxes and ports. Begin with {@link
 * dev.heddle.process.Process} and {@link dev.heddle.process.Processes}.
 *
 * <h2>How it works</h2>
 *
 * A process is one object to the runtime, in layers that each have one idea: {@code ProcessWord},
 * its state in one atomic word, with the argument why no wake-up is lost; {@code ProcessMailbox},
 * what has arrived; {@code ProcessCell}, its life. To the scheduler it is a claim ticket ({@link
 * dev.heddle.scheduler.Slip}).
 *
 * <h2>Names</h2>
 *
 * <table>
 * <caption>From the names in the literature to ours</caption>
 * <tr><th>elsewhere</th><th>here</th></tr>
 * <tr><td>Queued, Ready</td><td>{@code READY}</td></tr>
 * <tr><td>Sleeping, Idle</td><td>{@code IDLE}</td></tr>
 * <tr><td>wakeup flag</td><td>{@code WOKEN}, in the same word</td></tr>
 * <tr><td>{@code MessageStack}, event queue</td><td>{@code ProcessMailbox}</td></tr>
 * <tr><td>{@code PortQueue} entry</td><td>{@link dev.heddle.process.Event}: it is its own entry</td></tr>
 * <tr><td>{@code TargetYielded}, {@code SendToProcess}</td><td>hand-over: the step's last {@link
 * dev.heddle.process.Port#send}</td></tr>
 * <tr><td>{@code TryDequeueEntry}</td><td>{@code ProcessWord.claimWithoutEntry}</td></tr>
 * <tr><td>{@code OwnerProcessTerminating}</td><td>the closing of the mailbox</td></tr>
 * <tr><td>{@code CompleteYield}</td><td>{@link dev.heddle.process.CommandReply}</td></tr>
 * <tr><td>dispatcher</td><td>{@code Dispatcher}, {@link dev.heddle.process.CommandHandler}</td></tr>
 * <tr><td>{@code byPID}</td><td>{@code ProcessTable}</td></tr>
 * <tr><td>{@code relay.Receiver}</td><td>{@link dev.heddle.process.Relay}, and {@link
 * dev.heddle.process.Processes#send}</td></tr>
 * </table>
 */
@NullMarked
package dev.heddle.process;

import org.jspecify.annotations.NullMarked;
