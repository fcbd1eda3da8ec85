/** Savina's bitonic sort: a network of actors. */
@NullMarked
package dev.heddle.bench.savina.bitonicsort;

import org.jspecify.annotations.NullMarked;
