import org.jspecify.annotations.NullMarked;

/** Heddle: a work-stealing runtime for tasks, fibers and processes. */
@NullMarked
module dev.heddle {
  requires static org.jspecify;
}
