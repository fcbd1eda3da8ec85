package dev.heddle.junit;

import dev.heddle.sim.Fault;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test method that runs in the simulator, under one seed after the other, until one fails. It is
 * one test for JUnit, however many seeds it has. The failure is a {@link
 * dev.heddle.sim.SimulationFailure}: it says with which seed, and by which command it can be seen
 * again. To have that seed tried first from then on, pin it: {@code @Simulate(seed = 4711)}.
 *
 * <p><b>Each seed has an instance of the test class of its own</b>, made within the simulation, so
 * that fields do not leak from one run into the next; static fields do. Methods with
 * {@code @BeforeEach} and {@code @AfterEach} run within the simulation for each seed, too (and once
 * more by JUnit, outside of it). None of them may have parameters. What JUnit puts into fields, a
 * {@code @TempDir} for instance, is not there.
 *
 * <p>The seeds are the pinned ones, and 1 to {@link #seeds()}: the same in every build. Two system
 * properties decide otherwise, for all tests: {@code -Dheddle.sim.seeds=N} has N seeds tried beside
 * the pinned ones; {@code -Dheddle.sim.seed=S} that one only, or those of a list with commas.
 *
 * <p>How far it is, and how fast, is told on standard error now and then.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Test
@ExtendWith(SimulateExtension.class)
@SuppressWarnings("exports") // of the extension, which only JUnit makes
public @interface Simulate {
  /** How many seeds are tried, beside those that are pinned. */
  int seeds() default 1000;

  /** Seeds that are tried first. */
  long[] seed() default {};

  /** How many workers a runtime gets that does not choose. */
  int workers() default 4;

  /** How it explores. */
  Exploration strategy() default Exploration.MIXED;

  /** What is done to the program on purpose. */
  Fault[] faults() default {};

  /** One in about so many opportunities for a fault is taken. */
  int faultInterval() default 100;

  /** Whether a {@code close()} may end by force what waits for ever, without being a finding. */
  boolean forcedClose() default false;

  /** How many steps a run may have; one that has more goes round in circles. */
  long most() default 1_000_000;
}
