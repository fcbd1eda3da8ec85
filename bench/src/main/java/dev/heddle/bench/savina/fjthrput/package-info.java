/** Savina's fork-join throughput: actors that each get many messages from one sender. */
@NullMarked
package dev.heddle.bench.savina.fjthrput;

import org.jspecify.annotations.NullMarked;
