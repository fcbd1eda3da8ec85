/** Savina's logistic map: series of numbers, each next one computed by another actor. */
@NullMarked
package dev.heddle.bench.savina.logmap;

import org.jspecify.annotations.NullMarked;
