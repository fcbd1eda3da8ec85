/**
 * Runs that can be repeated: an unchanged program, on simulated workers, in a time of its own.
 *
 * <pre>{@code
 * Simulation.run(seed, SimulationConfig.DEFAULT, () -> {
 *   try (Heddle heddle = Heddle.start(4)) {
 *     ...                                     // as in a real program
 *   }
 * });
 * }</pre>
 *
 * <p>One thread plays all workers, one step at a time, and the seed decides who goes next, whose
 * work is stolen and what else is left to chance. The same seed gives the same run, in every JVM.
 * What goes wrong is thrown as a {@link dev.heddle.sim.SimulationFailure}, with the seed and the
 * last steps.
 */
@NullMarked
package dev.heddle.sim;

import org.jspecify.annotations.NullMarked;
