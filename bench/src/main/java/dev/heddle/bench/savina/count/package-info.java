/** Savina's counting actor: one actor sends, another one counts. */
@NullMarked
package dev.heddle.bench.savina.count;

import org.jspecify.annotations.NullMarked;
