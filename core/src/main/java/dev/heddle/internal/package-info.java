/** Doors between Heddle's packages that users do not see. */
@NullMarked
package dev.heddle.internal;

import org.jspecify.annotations.NullMarked;
