/** Savina's concurrent dictionary: an actor owns a map, others read and write it by messages. */
@NullMarked
package dev.heddle.bench.savina.concdict;

import org.jspecify.annotations.NullMarked;
