package dev.heddle.observe.top;

import dev.heddle.metrics.FiberPage;
import dev.heddle.metrics.HeddleMXBean;
import dev.heddle.metrics.ProcessLine;
import dev.heddle.metrics.ProcessPage;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.observe.Interval;
import dev.heddle.observe.warning.Warnings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One runtime of another JVM, look after look. */
final class Watched {
  /** With more processes than this, a search is too dear for each look. */
  private static final long MANY = 20_000;

  private static final long SEARCH_LASTS = 10_000_000_000L;

  private final long pid;
  private final HeddleMXBean bean;
  private final Warnings warnings = new Warnings();
  private @Nullable RuntimeSnapshot last;
  private @Nullable ProcessPage found;
  private @Nullable Query foundBy;
  private long foundAt;

  Watched(long pid, HeddleMXBean bean) {
    this.pid = pid;
    this.bean = bean;
  }

  /**
   * Which processes or fibers are wanted.
   *
   * @param what of which kind
   * @param search what they have to contain
   * @param sort by what, for processes
   * @param descending the most first
   * @param offset how many to pass by
   * @param limit how many
   */
  record Query(View what, String search, Sort sort, boolean descending, int offset, int limit) {}

  /** Looks once, and at what {@code query} wants too. */
  Frame look(Query query) {
    RuntimeSnapshot now = bean.getSnapshot();
    RuntimeSnapshot before = last;
    if (before != null && !new Interval(before, now).isOfOneRuntime()) {
      before = null;
    }
    last = now;
    return new Frame(
        pid,
        now,
        before,
        warnings.look(now),
        query.what == View.PROCESSES ? processes(query) : null,
        query.what == View.FIBERS ? fibers(query) : null);
  }

  private FiberPage fibers(Query query) {
    return bean.findFibers(query.search, query.offset, query.limit);
  }

  private ProcessPage processes(Query query) {
    ProcessPage known = found;
    if (known != null
        && query.equals(foundBy)
        && known.looked() > MANY
        && System.nanoTime() - foundAt < SEARCH_LASTS) {
      List<ProcessLine> again =
          bean.lookAgain(known.lines().stream().map(ProcessLine::pid).toList());
      return new ProcessPage(again, known.matching(), known.looked());
    }
    ProcessPage page =
        bean.findProcesses(
            query.search, query.sort.name(), query.descending, query.offset, query.limit);
    found = page;
    foundBy = query;
    foundAt = System.nanoTime();
    return page;
  }
}
