/** How much memory do those take that do nothing? */
@NullMarked
package dev.heddle.bench.memory;

import org.jspecify.annotations.NullMarked;
