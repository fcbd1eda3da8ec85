/** What it costs a program to be looked at. */
@NullMarked
package dev.heddle.bench.observe;

import org.jspecify.annotations.NullMarked;
