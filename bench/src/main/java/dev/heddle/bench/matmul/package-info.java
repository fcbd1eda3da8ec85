/** What does an ordinary divide-and-conquer computation on a large matrix cost? */
@NullMarked
package dev.heddle.bench.matmul;

import org.jspecify.annotations.NullMarked;
