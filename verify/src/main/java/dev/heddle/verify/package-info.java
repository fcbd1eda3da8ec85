/** jcstress tests, and variants broken on purpose that show that the tests can fail. */
@NullMarked
package dev.heddle.verify;

import org.jspecify.annotations.NullMarked;
