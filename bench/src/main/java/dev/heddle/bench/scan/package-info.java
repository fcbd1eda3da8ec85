/** What do the prefix sums of a large array cost, in two passes over a tree? */
@NullMarked
package dev.heddle.bench.scan;

import org.jspecify.annotations.NullMarked;
