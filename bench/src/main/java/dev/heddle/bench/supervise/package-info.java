/** What does a crash cost, from the throw to the next one of its kind? */
@NullMarked
package dev.heddle.bench.supervise;

import org.jspecify.annotations.NullMarked;
