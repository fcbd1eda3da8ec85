/** What does a message cost that joins others, on their way to one process? */
@NullMarked
package dev.heddle.bench.inflow;

import org.jspecify.annotations.NullMarked;
