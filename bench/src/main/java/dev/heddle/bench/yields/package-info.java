/** What does it cost that a fiber lets others run? */
@NullMarked
package dev.heddle.bench.yields;

import org.jspecify.annotations.NullMarked;
