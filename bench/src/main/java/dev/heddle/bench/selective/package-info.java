/** What does a selective receive cost behind messages that it has refused? */
@NullMarked
package dev.heddle.bench.selective;

import org.jspecify.annotations.NullMarked;
