package dev.heddle.bench.savina.concsll;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;
import java.util.BitSet;

/** Workers that ask an actor with a sorted list, one operation after the other. */
final class ListWork extends Workload {
  static final int SIZE_PERCENTAGE = 1;
  static final int WRITE_PERCENTAGE = 10;

  /** How many numbers there are; as many as Savina's generator has. */
  static final int LIMIT = 65_536;

  static final Object GO = "go";
  static final Object STOP = "stop";
  private static final int REPEATS = 1;

  final int workers;
  final int operations;
  final Finish finish = new Finish();
  private final BitSet everWritten = new BitSet(LIMIT);
  private final long expected;

  /**
   * @param operations of each worker
   */
  ListWork(int workers, int operations) {
    super((double) workers * operations, REPEATS);
    this.workers = workers;
    this.operations = operations;
    SortedList list = new SortedList();
    for (int i = 0; i < workers; i++) {
      Client client = new Client(this, i);
      while (client.next()) {
        if (client.kind() == Client.Kind.WRITE) {
          list.add(client.value());
          everWritten.set(client.value());
        }
      }
    }
    expected = (long) workers * operations + list.checksum();
  }

  /** Whether some worker writes {@code value}, sooner or later. */
  boolean isEverWritten(int value) {
    return everWritten.get(value);
  }

  @Override
  protected void prepare() {
    finish.expect(workers + 1);
  }

  /**
   * @param result the right answers that the workers have had, and the list's checksum at the end
   */
  @Override
  protected void check(long result) {
    checkEqual("the number of answers and the list", expected, result);
    checkEqual("the number of actors to come", 0, finish.left());
  }
}
