/** How long does it take that one process sends something to another, which has to run for it? */
@NullMarked
package dev.heddle.bench.ring;

import org.jspecify.annotations.NullMarked;
