/** Savina's Fibonacci numbers: an actor for each call. */
@NullMarked
package dev.heddle.bench.savina.fib;

import org.jspecify.annotations.NullMarked;
