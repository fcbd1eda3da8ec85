/** What does an ordinary parallel sort of a large array cost? */
@NullMarked
package dev.heddle.bench.quicksort;

import org.jspecify.annotations.NullMarked;
