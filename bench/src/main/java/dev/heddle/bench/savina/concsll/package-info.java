/** Savina's sorted linked list: an actor owns a list, others search it and add to it. */
@NullMarked
package dev.heddle.bench.savina.concsll;

import org.jspecify.annotations.NullMarked;
