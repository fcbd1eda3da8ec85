/** What does a runtime burn that has nothing to do? */
@NullMarked
package dev.heddle.bench.idle;

import org.jspecify.annotations.NullMarked;
