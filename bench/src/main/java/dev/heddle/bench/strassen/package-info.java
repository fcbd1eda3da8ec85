/** What does a divide-and-conquer computation cost that allocates as it divides? */
@NullMarked
package dev.heddle.bench.strassen;

import org.jspecify.annotations.NullMarked;
