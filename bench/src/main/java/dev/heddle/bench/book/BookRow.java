package dev.heddle.bench.book;

import dev.heddle.bench.Suite;
import dev.heddle.bench.session.Row;

/**
 * A row, and where it belongs.
 *
 * @param suite the suite of its benchmark
 * @param row what was told
 */
record BookRow(Suite suite, Row row) {}
