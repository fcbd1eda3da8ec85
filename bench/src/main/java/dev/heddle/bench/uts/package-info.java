/** How well is a tree balanced whose shape nobody can foresee? */
@NullMarked
package dev.heddle.bench.uts;

import org.jspecify.annotations.NullMarked;
