/** What does a computation cost in steps, each of which is divided and waited for? */
@NullMarked
package dev.heddle.bench.heat;

import org.jspecify.annotations.NullMarked;
