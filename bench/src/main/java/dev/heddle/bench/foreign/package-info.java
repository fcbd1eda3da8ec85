/** Contenders that are not written for the JVM: their sources are in bench/native. */
@NullMarked
package dev.heddle.bench.foreign;

import org.jspecify.annotations.NullMarked;
