/** What does a short critical section cost that several fibers want to enter? */
@NullMarked
package dev.heddle.bench.mutex;

import org.jspecify.annotations.NullMarked;
