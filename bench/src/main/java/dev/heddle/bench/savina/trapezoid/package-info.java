/** Savina's trapezoidal approximation of an integral. */
@NullMarked
package dev.heddle.bench.savina.trapezoid;

import org.jspecify.annotations.NullMarked;
