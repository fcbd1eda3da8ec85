package dev.heddle.sim;

import dev.heddle.scheduler.Actor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** Who goes next, and where somebody comes in between, by a {@link Strategy}. */
abstract class Explorer {
  final SplittableRandom random;

  Explorer(SplittableRandom random) {
    this.random = random;
  }

  static Explorer of(Strategy strategy, SplittableRandom random) {
    return switch (strategy) {
      case Strategy.Random by -> new ByChance(by, random);
      case Strategy.Priorities by -> new ByPriority(by, random);
      case Strategy.Mixed() ->
          random.nextBoolean()
              ? of(new Strategy.Random(1 << random.nextInt(4)), random)
              : of(
                  new Strategy.Priorities(random.nextInt(4), 1 << (4 + random.nextInt(8))), random);
    };
  }

  /** Which of those who can act does: an index. */
  abstract int next(List<Actor> able);

  /** Whether somebody comes in between, at a point where {@code running} has come. */
  abstract boolean comesBetween(Actor running, List<Actor> able);

  private static final class ByChance extends Explorer {
    private final int interval;

    ByChance(Strategy.Random by, SplittableRandom random) {
      super(random);
      interval = by.interval();
    }

    @Override
    int next(List<Actor> able) {
      return random.nextInt(able.size());
    }

    @Override
    boolean comesBetween(Actor running, List<Actor> able) {
      return random.nextInt(interval) == 0;
    }
  }

  /**
   * The highest priority goes first. What is called an event in the paper is a step or a point
   * here. One who is alone at the top for very long, because it waits for others in a loop, falls
   * behind too, and one who could have acted all through a very long time, while some above kept
   * each other busy, comes to the top: they would never go on otherwise.
   */
  private static final class ByPriority extends Explorer {
    private static final int LONGEST_ROW = 1_000;
    private static final int LONGEST_WAIT = 10_000;

    private final TreeSet<Integer> changes = new TreeSet<>();
    private final List<Long> priorities = new ArrayList<>();
    private int events;
    private int row;
    private int last = -1;
    private long lowest;
    private long highest = 1L << 62;

    /** Those who were able to act at the last look, and have not done so since. */
    private final Set<Actor> waiting = new HashSet<>();

    private int sinceLook;

    ByPriority(Strategy.Priorities by, SplittableRandom random) {
      super(random);
      for (int i = 0; i < by.changes(); i++) {
        changes.add(moment(by.length(), random));
      }
    }

    /**
     * Below {@code length}, and as likely in a short beginning as in what follows up to its double:
     * most programs are much shorter than the length allows for.
     */
    private static int moment(int length, SplittableRandom random) {
      return (int) (Math.pow(length + 1.0, random.nextDouble()) - 1);
    }

    @Override
    int next(List<Actor> able) {
      int best = highest(able);
      Actor actor = able.get(best);
      row = actor.number() == last ? row + 1 : 0;
      last = actor.number();
      if (isChange() || row > LONGEST_ROW) {
        fallBehind(actor);
        best = highest(able);
      }
      acts(able.get(best), able);
      return best;
    }

    @Override
    boolean comesBetween(Actor running, List<Actor> able) {
      row++; // a step may be one long loop from point to point
      if (isChange() || row > LONGEST_ROW) {
        fallBehind(running);
      }
      acts(running, able);
      return able.get(highest(able)) != running;
    }

    private void acts(Actor actor, List<Actor> able) {
      waiting.remove(actor);
      if (++sinceLook < LONGEST_WAIT) {
        return;
      }
      sinceLook = 0;
      for (Actor each : able) {
        if (waiting.contains(each)) {
          priority(each);
          priorities.set(each.number(), ++highest);
        }
      }
      waiting.clear();
      waiting.addAll(able);
    }

    private boolean isChange() {
      return changes.remove(events++);
    }

    private void fallBehind(Actor actor) {
      priority(actor); // it may have run so far because it was alone, and have none
      priorities.set(actor.number(), --lowest);
      row = 0;
    }

    private int highest(List<Actor> able) {
      int best = 0;
      for (int i = 1; i < able.size(); i++) {
        if (priority(able.get(i)) > priority(able.get(best))) {
          best = i;
        }
      }
      return best;
    }

    private long priority(Actor actor) {
      while (priorities.size() <= actor.number()) {
        priorities.add(random.nextLong(1L << 62));
      }
      return priorities.get(actor.number());
    }
  }
}
