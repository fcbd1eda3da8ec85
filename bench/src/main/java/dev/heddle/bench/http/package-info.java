/** What does an HTTP service cost whose handlers sleep, wait for others and compute? */
@NullMarked
package dev.heddle.bench.http;

import org.jspecify.annotations.NullMarked;
