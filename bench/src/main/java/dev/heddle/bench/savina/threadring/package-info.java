/** Savina's thread ring: one message goes around. */
@NullMarked
package dev.heddle.bench.savina.threadring;

import org.jspecify.annotations.NullMarked;
