/**
 * Random programs on Heddle's public face, and the same programs on models that are too simple to
 * be wrong. What differs is made as small as it can be, by jqwik.
 */
@NullMarked
package dev.heddle.fuzz;

import org.jspecify.annotations.NullMarked;
