/**
 * Fibers, and what they wait with: ordinary blocking Java that costs a worker nothing.
 *
 * <p>Everything here suspends only the fiber that waits. It works from plain threads and from
 * virtual threads of others just as well: they wait as threads do.
 *
 * <h2>How a wait works</h2>
 *
 * Each primitive keeps its state under a {@code Guard}, a lock for a few instructions. Who has to
 * wait makes a {@code Waiter}, puts it into a {@code WaitQueue} under the guard, and parks. Who
 * makes the wait come true takes the waiter out under the guard, <i>claims</i> it by a CAS, and
 * unparks it: from then on the wait has succeeded, even if the waiter's time is up or it is
 * interrupted before it runs again. A waiter whose time is up, or that is interrupted, claims
 * itself, and takes itself out.
 */
@NullMarked
package dev.heddle.fiber;

import org.jspecify.annotations.NullMarked;
