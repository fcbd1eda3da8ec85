/**
 * What the benchmarks of processes have in common. An actor, here, is what each contender has of
 * that kind: a process, a Pekko actor, a virtual thread with a queue.
 */
@NullMarked
package dev.heddle.bench.actor;

import org.jspecify.annotations.NullMarked;
