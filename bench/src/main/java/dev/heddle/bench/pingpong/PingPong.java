package dev.heddle.bench.pingpong;

import dev.heddle.bench.child.Fibers;
import dev.heddle.bench.child.RawContinuation;
import dev.heddle.task.Body;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Two players in turn: each wakes the other, and parks until it is its turn again. */
final class PingPong extends Fibers {
  private static final int REPEATS = 1;

  private final int turns;
  private final @Nullable Thread[] players = new @Nullable Thread[2];
  private final int[] played = new int[2];
  private volatile int turn;

  PingPong(int roundTrips) {
    super(roundTrips, REPEATS);
    this.turns = 2 * roundTrips;
  }

  @Override
  protected List<Body> bodies() {
    return List.of(() -> play(0), () -> play(1));
  }

  /** How often each plays, for who plays in a way of its own. */
  int roundTrips() {
    return turns / 2;
  }

  /** A player has played. */
  void count(int player) {
    played[player]++;
  }

  private void play(int player) {
    players[player] = Thread.currentThread(); // the other one sees it through turn
    int now;
    while ((now = turn) < turns) {
      if (now % 2 == player) {
        played[player]++;
        turn = now + 1;
        LockSupport.unpark(players[1 - player]);
      } else {
        LockSupport.park(this);
      }
    }
  }

  /** The same with continuations, on the calling thread: to wake is to call. */
  long playContinuations() {
    RawContinuation ping = new RawContinuation(() -> playContinuation(0));
    RawContinuation pong = new RawContinuation(() -> playContinuation(1));
    while (turn < turns) {
      ping.run();
      pong.run();
    }
    return result();
  }

  private void playContinuation(int player) {
    int now;
    while ((now = turn) < turns) {
      if (now % 2 == player) {
        played[player]++;
        turn = now + 1;
      }
      RawContinuation.suspend();
    }
  }

  @Override
  protected long result() {
    return Math.min(played[0], played[1]);
  }

  @Override
  protected void prepare() {
    players[0] = null;
    players[1] = null;
    played[0] = 0;
    played[1] = 0;
    turn = 0;
  }

  @Override
  protected void check(long result) {
    checkEqual("the number of round trips", turns / 2, result);
    checkEqual("the number of turns", turns, (long) played[0] + played[1]);
  }
}
