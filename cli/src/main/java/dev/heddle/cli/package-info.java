/**
 * The program behind the launcher {@code ./heddle}.
 *
 * <p>The launcher finds a JDK and builds what a command needs; everything else is here, one class
 * per command. Nothing here depends on core: user programs and benchmarks run in a JVM of their
 * own, and the tests run in Maven's.
 */
@NullMarked
package dev.heddle.cli;

import org.jspecify.annotations.NullMarked;
