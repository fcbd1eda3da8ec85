/** Savina's fork-join creation: actors that each get one message, and end. */
@NullMarked
package dev.heddle.bench.savina.fjcreate;

import org.jspecify.annotations.NullMarked;
