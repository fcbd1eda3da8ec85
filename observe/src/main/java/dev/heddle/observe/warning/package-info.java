/**
 * What is wrong in a runtime, in plain words, with the cause and the fix. {@link
 * dev.heddle.observe.warning.Warnings} looks at one snapshot after the other; each {@code Check}
 * knows one thing that can be wrong.
 */
@NullMarked
package dev.heddle.observe.warning;

import org.jspecify.annotations.NullMarked;
