/** The one place that touches JDK internals; everything else asks {@link dev.heddle.loom.Loom}. */
@NullMarked
package dev.heddle.loom;

import org.jspecify.annotations.NullMarked;
