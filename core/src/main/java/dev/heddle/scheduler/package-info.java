/**
 * The scheduler. It knows only {@link dev.heddle.scheduler.Work}.
 *
 * <h2>Glossary</h2>
 *
 * <dl>
 *   <dt>work, item
 *   <dd>Something to run, once: {@link dev.heddle.scheduler.Work}.
 *   <dt>worker
 *   <dd>A set of queues and the rules over them, played by one thread at a time: {@link
 *       dev.heddle.scheduler.Worker}.
 *   <dt>runner
 *   <dd>What has the stack that items run on: a virtual thread, or a platform thread with a baton.
 *       A runner that blocks leaves its worker, which goes on with another runner.
 *   <dt>carrier
 *   <dd>The platform thread that mounts virtual threads for a worker.
 *   <dt>spawn, enqueue
 *   <dd>Into the own deque, for locality; into the shared queue, for fairness.
 *   <dt>claim
 *   <dd>To become the one who runs an item that stands in several places, by one CAS.
 *   <dt>hand-over
 *   <dd>To leave what was chosen to the other side of a switch between carrier and runner.
 *   <dt>search, idle
 *   <dd>To look everywhere for work; to sleep until woken: {@code IdleSet}.
 *   <dt>spare
 *   <dd>A worker that the watchdog adds while others are stuck.
 *   <dt>visitor
 *   <dd>A thread of others that plays a worker while it waits, in a runtime without workers.
 * </dl>
 */
@NullMarked
package dev.heddle.scheduler;

import org.jspecify.annotations.NullMarked;
