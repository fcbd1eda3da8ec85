/**
 * How long does it take until an idle runtime does what it is asked for? Who asks is a thread
 * outside, which sleeps before each question; how long it takes to hear of the answer does not
 * count.
 */
@NullMarked
package dev.heddle.bench.latency;

import org.jspecify.annotations.NullMarked;
