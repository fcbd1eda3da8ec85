/** Benchmarks of Heddle and of what else there is, each named by the question it answers. */
@NullMarked
package dev.heddle.bench;

import org.jspecify.annotations.NullMarked;
