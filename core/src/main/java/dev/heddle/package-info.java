/** The runtime and its builder. Start at {@link dev.heddle.Heddle}. */
@NullMarked
package dev.heddle;

import org.jspecify.annotations.NullMarked;
