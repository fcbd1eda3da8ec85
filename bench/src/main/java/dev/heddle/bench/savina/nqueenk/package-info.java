/** Savina's queens: a master, and workers that bring it more work. */
@NullMarked
package dev.heddle.bench.savina.nqueenk;

import org.jspecify.annotations.NullMarked;
