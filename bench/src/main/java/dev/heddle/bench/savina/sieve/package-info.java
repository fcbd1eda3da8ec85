/** Savina's sieve: a pipeline of actors that keep primes. */
@NullMarked
package dev.heddle.bench.savina.sieve;

import org.jspecify.annotations.NullMarked;
