/**
 * The parent process: starts the contenders, lets them measure in turn, and tells what came out.
 */
@NullMarked
package dev.heddle.bench.session;

import org.jspecify.annotations.NullMarked;
