/** How long does a thread outside wait for an answer of an idle runtime? */
@NullMarked
package dev.heddle.bench.submit;

import org.jspecify.annotations.NullMarked;
