import org.jspecify.annotations.NullMarked;

/** One work-stealing runtime for tasks, fibers and processes. */
@NullMarked
module dev.heddle {
  requires jdk.jfr;
  requires static java.management; // without it nobody can look in from outside
  requires static org.jspecify;

  exports dev.heddle;
  exports dev.heddle.fiber;
  exports dev.heddle.metrics;
  exports dev.heddle.process;
  exports dev.heddle.sim;
  exports dev.heddle.supervisor;
  exports dev.heddle.task;

  uses dev.heddle.RuntimeListener;
}
