/**
 * {@code ./heddle top}: what the runtimes of another JVM are at, in a terminal or as plain lines.
 *
 * <p>{@code TargetJvm} attaches to a JVM and finds its runtimes; a {@code Watched} is one of them,
 * and makes a {@code Frame} of each look. What is shown is made from frames by functions without
 * side effects: a {@code Line} is text with colours that never gets wider than it may. {@code
 * LiveTop} shows frames in a {@code Terminal} and takes keys, {@code PlainTop} prints them.
 */
@NullMarked
package dev.heddle.observe.top;

import org.jspecify.annotations.NullMarked;
