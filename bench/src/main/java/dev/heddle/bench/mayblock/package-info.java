/** What does a task cost that might block, and what if some do? */
@NullMarked
package dev.heddle.bench.mayblock;

import org.jspecify.annotations.NullMarked;
