/** Savina's cigarette smokers: an actor wakes others at random, which are busy for a while. */
@NullMarked
package dev.heddle.bench.savina.cigsmok;

import org.jspecify.annotations.NullMarked;
