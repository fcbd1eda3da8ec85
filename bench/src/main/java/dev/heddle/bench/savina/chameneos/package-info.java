/** Savina's chameneos: actors that meet two at a time, in a place that is an actor too. */
@NullMarked
package dev.heddle.bench.savina.chameneos;

import org.jspecify.annotations.NullMarked;
