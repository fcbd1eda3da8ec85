/**
 * How programs scale to more workers than there are processors, in simulated time: the scheduler's
 * own code on 1 to 1,024 simulated workers, with a model of what its doings cost.
 */
@NullMarked
package dev.heddle.bench.scale;

import org.jspecify.annotations.NullMarked;
