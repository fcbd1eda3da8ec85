/** Savina's bounded buffer: producers and consumers that compute, with a buffer between them. */
@NullMarked
package dev.heddle.bench.savina.bndbuffer;

import org.jspecify.annotations.NullMarked;
