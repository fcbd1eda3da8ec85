/** Savina's ping-pong: two actors, one message to and fro. */
@NullMarked
package dev.heddle.bench.savina.pingpong;

import org.jspecify.annotations.NullMarked;
