/** Savina's all-pairs shortest path: an actor for each block. */
@NullMarked
package dev.heddle.bench.savina.apsp;

import org.jspecify.annotations.NullMarked;
