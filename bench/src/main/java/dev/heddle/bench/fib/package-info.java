/** What does a spawn cost, if tasks do nothing but spawn and join? */
@NullMarked
package dev.heddle.bench.fib;

import org.jspecify.annotations.NullMarked;
