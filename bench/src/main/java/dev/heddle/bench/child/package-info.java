/** What runs in the JVM of one contender: warm up, then measure when asked to. */
@NullMarked
package dev.heddle.bench.child;

import org.jspecify.annotations.NullMarked;
