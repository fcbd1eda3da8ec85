package dev.heddle.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * The tests of a class, or one of them, keep the law of concurrent tests. A test fails also if
 *
 * <ol>
 *   <li><b>something fails in another thread</b>: what nobody catches in a thread of any kind, and
 *       what nobody waits for in a runtime that has no uncaught-exception handler of its own;
 *   <li><b>something that it has started does not end</b>: a runtime that is not closed, or was
 *       closed by force, or whose accounts do not balance then; a fiber, task or process in a
 *       runtime that was started for the whole class;
 *   <li><b>a thread is left</b>, a platform or a virtual one. The JDK's own do not count;
 *   <li><b>it wedges</b>: after {@link #wedged()} it is interrupted and fails, with all threads,
 *       fibers and processes in a dump. If it does not end even then, it is left behind, and the
 *       next test goes on.
 * </ol>
 *
 * <p>All times are multiplied by {@code -Dheddle.test.delays}, as those of {@link Delays} are.
 *
 * <p>A test, and what is before and after each, runs on a thread of its own, the same for all of
 * them. No other test runs at the same time. What is started in {@code @BeforeAll} has time until
 * the end of {@code @AfterAll}. A method with {@link Simulate} has a stricter law, that of the
 * simulator, and is left to it.
 *
 * <p>Not seen are: what a test starts in other JVMs; a virtual thread, if the JVM was told not to
 * keep track of them; runtimes that were started before the class.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ResourceLock(Resources.GLOBAL)
@ExtendWith(LawOfTestsExtension.class)
@SuppressWarnings("exports") // of the extension, which only JUnit makes
public @interface LawOfTests {
  /** After how many milliseconds a test is wedged, on an ordinary machine. */
  long wedged() default 60_000;

  /** How many milliseconds what a test has started may take to end after it. */
  long patience() default 5_000;

  /** Whether a runtime may be closed by force. */
  boolean forcedClose() default false;

  /** The names of threads that may stay, as a regular expression: of a driver's, for instance. */
  String threads() default "";
}
