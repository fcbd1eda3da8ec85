/**
 * What all tests of core stand on: the law of concurrent tests ({@link
 * dev.heddle.testing.ConcurrentTestCase}) and the matrix of runtimes ({@link
 * dev.heddle.testing.OnEachRuntime}).
 */
@NullMarked
package dev.heddle.testing;

import org.jspecify.annotations.NullMarked;
