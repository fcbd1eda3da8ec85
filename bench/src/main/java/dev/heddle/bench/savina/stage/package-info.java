/**
 * Actors that are written once and played on every contender of the JVM, so that all of them do the
 * same work. What differs is the stage: a process, a Pekko actor, a virtual thread with a queue or
 * a coroutine with a channel. It costs each of them one call a message.
 */
@NullMarked
package dev.heddle.bench.savina.stage;

import org.jspecify.annotations.NullMarked;
