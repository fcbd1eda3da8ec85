/** Seeing inside of a runtime: warnings, meters, traces, top, and the live page. */
@NullMarked
package dev.heddle.observe;

import org.jspecify.annotations.NullMarked;
