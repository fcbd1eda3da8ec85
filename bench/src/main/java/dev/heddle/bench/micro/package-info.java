/** JMH benchmarks of single parts: what each of them costs, in time and in bytes. */
@NullMarked
package dev.heddle.bench.micro;

import org.jspecify.annotations.NullMarked;
