/**
 * Test methods that run in the simulator, under one seed after the other.
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
 */
@NullMarked
package dev.heddle.junit;

import org.jspecify.annotations.NullMarked;
