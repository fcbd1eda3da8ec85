/** How long does it take to ask a process and to have its answer? */
@NullMarked
package dev.heddle.bench.ask;

import org.jspecify.annotations.NullMarked;
