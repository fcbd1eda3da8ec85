/** What does a message cost among many processes that all ask each other? */
@NullMarked
package dev.heddle.bench.big;

import org.jspecify.annotations.NullMarked;
