/** Savina's big: actors that all ask each other. */
@NullMarked
package dev.heddle.bench.savina.big;

import org.jspecify.annotations.NullMarked;
