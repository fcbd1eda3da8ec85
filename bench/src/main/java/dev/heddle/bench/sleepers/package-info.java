/** What do very many sleepers cost, in time and in memory? */
@NullMarked
package dev.heddle.bench.sleepers;

import org.jspecify.annotations.NullMarked;
