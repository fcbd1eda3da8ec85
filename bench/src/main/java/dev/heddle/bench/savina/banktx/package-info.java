/** Savina's banking: accounts that wait for each other's receipts. */
@NullMarked
package dev.heddle.bench.savina.banktx;

import org.jspecify.annotations.NullMarked;
