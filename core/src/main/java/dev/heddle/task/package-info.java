/**
 * Tasks: short pieces of work, forked and joined, that may block without costing a worker.
 *
 * <h2>Spawn or enqueue?</h2>
 *
 * <table>
 * <caption>Which to use</caption>
 * <tr><th></th><th>spawn</th><th>enqueue</th></tr>
 * <tr><td>goes to</td><td>the worker's own deque, newest first</td><td>the shared queue, about oldest
 * first</td></tr>
 * <tr><td>good for</td><td>dividing a problem: depth first, little memory, data still in the
 * cache</td><td>independent requests: each gets its turn</td></tr>
 * <tr><td>order</td><td>last spawned, first run; thieves take the oldest</td><td>about the order of
 * arrival; exact only for the items of one thread</td></tr>
 * <tr><td>will it run?</td><td>when its worker gets to it, a thief takes it or somebody joins
 * it</td><td>eventually, however much is spawned</td></tr>
 * <tr><td>beware</td><td>endless spawning keeps older spawned work waiting</td><td>for nested
 * parallelism memory can grow exponentially: breadth first</td></tr>
 * </table>
 *
 * When in doubt, spawn inside of tasks and enqueue from outside, which is what the defaults do.
 */
@NullMarked
package dev.heddle.task;

import org.jspecify.annotations.NullMarked;
