/**
 * Benchmarks of the Savina suite, with its sizes. As there, a run makes its actors, lets them work
 * and ends them.
 */
@NullMarked
package dev.heddle.bench.savina;

import org.jspecify.annotations.NullMarked;
