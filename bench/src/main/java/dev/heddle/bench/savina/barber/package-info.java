/** Savina's sleeping barber: customers, of whom each is an actor, and a waiting room. */
@NullMarked
package dev.heddle.bench.savina.barber;

import org.jspecify.annotations.NullMarked;
