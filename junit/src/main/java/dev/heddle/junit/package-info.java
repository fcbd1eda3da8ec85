/**
 * Test methods that run in the simulator, under one seed after the other, and a law for all others.
 *
 * <pre>{@code
 * @Simulate(seeds = 1000)
 * void everyMessageArrives() throws Exception {
 *   try (Heddle heddle = Heddle.start()) {
 *     ...                                     // as in a real program
 *   }
 * }
 * }</pre>
 *
 * <p>What is simulated, and how a run is explored, is told by {@link dev.heddle.sim.Simulation}.
 * For tests on real threads there is the law of tests, {@link dev.heddle.junit.LawOfTests}.
 */
@NullMarked
package dev.heddle.junit;

import org.jspecify.annotations.NullMarked;
