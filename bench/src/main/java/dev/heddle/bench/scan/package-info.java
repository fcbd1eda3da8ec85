/** What do the prefix sums of a large array cost, which all depend on those before? */
@NullMarked
package dev.heddle.bench.scan;

import org.jspecify.annotations.NullMarked;
