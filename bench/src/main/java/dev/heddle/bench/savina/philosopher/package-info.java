/** Savina's dining philosophers: an actor has all the forks, and who is denied them asks again. */
@NullMarked
package dev.heddle.bench.savina.philosopher;

import org.jspecify.annotations.NullMarked;
