/** What does a search cost that spawns a few children at each node? */
@NullMarked
package dev.heddle.bench.nqueens;

import org.jspecify.annotations.NullMarked;
