/**
 * The benchmark book: runs everything and writes one page about it, with charts.
 *
 * <p>{@link dev.heddle.bench.book.Book} runs; {@link dev.heddle.bench.book.BookFile} keeps what
 * came out, line by line; {@link dev.heddle.bench.book.Page} and {@link
 * dev.heddle.bench.book.RatioChart} tell it. What is told comes from the file alone, so a page can
 * be written again at any time.
 */
@NullMarked
package dev.heddle.bench.book;

import org.jspecify.annotations.NullMarked;
