/** Savina's recursive multiplication of matrices. */
@NullMarked
package dev.heddle.bench.savina.recmatmul;

import org.jspecify.annotations.NullMarked;
