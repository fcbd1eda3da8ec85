/**
 * {@code ./heddle soak}: a random mix of everything, for as long as one likes, with the laws of
 * conservation checked all the time.
 */
@NullMarked
package dev.heddle.verify.soak;

import org.jspecify.annotations.NullMarked;
