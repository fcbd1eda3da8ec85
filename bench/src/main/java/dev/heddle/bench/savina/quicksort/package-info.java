/** Savina's quicksort: an actor for each part. */
@NullMarked
package dev.heddle.bench.savina.quicksort;

import org.jspecify.annotations.NullMarked;
