/** Savina's radix sort: a pipeline with an actor for each bit. */
@NullMarked
package dev.heddle.bench.savina.radixsort;

import org.jspecify.annotations.NullMarked;
