package dev.heddle.bench.session;

import org.jspecify.annotations.Nullable;

/**
 * One row of what is told.
 *
 * @param benchmark the benchmark's name
 * @param contender who ran
 * @param variant under which conditions
 * @param workers with how many threads
 * @param unit of the costs
 * @param cost what its rounds cost
 * @param ratio its median divided by Heddle's in the same run and variant; null if that says
 *     nothing
 */
public record Result(
    String benchmark,
    String contender,
    String variant,
    int workers,
    String unit,
    Statistics cost,
    @Nullable Double ratio)
    implements Row {}
