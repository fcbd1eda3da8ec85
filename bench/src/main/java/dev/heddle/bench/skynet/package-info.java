/** What does a process cost in a tree of them, in which each makes ten and waits for their sums? */
@NullMarked
package dev.heddle.bench.skynet;

import org.jspecify.annotations.NullMarked;
