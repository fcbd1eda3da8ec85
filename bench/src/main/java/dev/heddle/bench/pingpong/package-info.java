/** How long does it take that one fiber wakes another, and is woken by it? */
@NullMarked
package dev.heddle.bench.pingpong;

import org.jspecify.annotations.NullMarked;
