package dev.heddle.scheduler;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.function.IntConsumer;

/**
 * What a scheduler is built with; checked by whoever makes it.
 *
 * @param name prefix of its threads' names
 * @param workers how many workers; 0: threads that wait for work run it
 * @param spares how many workers the watchdog may add at once
 * @param stuckAfterNanos how long a worker may run one item before a spare may be added
 * @param reportAfterNanos how long a worker may run one item before it is reported
 * @param tightSpins how often a worker without work looks again at once
 * @param spinLimit how often it looks again in all before it parks; beyond the tight ones it pauses
 *     in between
 * @param searchLimit how many workers may search at once
 * @param directLimit how many items in a row may come by BYPASS and SUCCESSOR
 * @param readyLimit how many in a row by READY while there is other work
 * @param turnInterval every so many-th choice lets in what the rules could keep waiting for ever
 * @param seed from which the victims of steals are drawn
 * @param initializer run on each worker's thread before its first item, with the worker's number
 * @param uncaught told what nobody else is told
 */
public record SchedulerSettings(
    String name,
    int workers,
    int spares,
    long stuckAfterNanos,
    long reportAfterNanos,
    int tightSpins,
    int spinLimit,
    int searchLimit,
    int directLimit,
    int readyLimit,
    int turnInterval,
    long seed,
    IntConsumer initializer,
    UncaughtExceptionHandler uncaught) {}
