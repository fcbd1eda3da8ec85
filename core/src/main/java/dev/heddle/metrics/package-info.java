/** What a runtime tells about itself: plain data, safe to read at any time. */
@NullMarked
package dev.heddle.metrics;

import org.jspecify.annotations.NullMarked;
