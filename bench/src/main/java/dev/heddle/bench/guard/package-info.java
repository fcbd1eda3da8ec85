/**
 * Guards figures that do not depend on how fast a machine is: what Heddle allocates, steals and
 * parks for an operation. {@link dev.heddle.bench.guard.Guard} compares what {@link
 * dev.heddle.bench.guard.GuardMain} counts, in a JVM of its own, with a checked-in file.
 */
@NullMarked
package dev.heddle.bench.guard;

import org.jspecify.annotations.NullMarked;
