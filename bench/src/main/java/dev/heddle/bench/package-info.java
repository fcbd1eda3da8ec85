/**
 * Benchmarks of Heddle and of what else there is, each named by the question it answers.
 *
 * <p>Where to look: {@link dev.heddle.bench.Catalogue} lists the benchmarks; each has a package of
 * its own with one class for each contender. {@code session} is the parent process, which starts a
 * JVM for each contender and lets them measure in turn; {@code child} is what runs in those JVMs;
 * {@code micro} holds the JMH benchmarks of single parts. A native rival is an {@link
 * dev.heddle.bench.Entry} whose launcher starts a program that speaks {@link
 * dev.heddle.bench.Protocol}.
 */
@NullMarked
package dev.heddle.bench;

import org.jspecify.annotations.NullMarked;
