package dev.heddle.bench.savina.concdict;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Workers that ask an actor with a map, one operation after the other. The map is filled before the
 * run: that would take as long as the run itself.
 */
final class Dictionary extends Workload {
  static final int WRITE_PERCENTAGE = 10;
  static final Object GO = "go";
  static final Object STOP = "stop";
  private static final int REPEATS = 3;

  final int workers;
  final int operations;

  /** How many there are: 0, 1, 2 … */
  final int keys;

  final Finish finish = new Finish();

  private final Map<Integer, Integer> initial = new HashMap<>();
  private final long writes;

  /**
   * What a key may have in the end: the last that some worker has written there. Nobody knows which
   * worker came last. A key that is not here keeps what it had.
   */
  private final Map<Integer, Set<Integer>> lastWritten = new HashMap<>();

  /** What the actor begins with. It takes it over. */
  Map<Integer, Integer> map = initial;

  /**
   * @param operations of each worker
   * @param keys in the map
   */
  Dictionary(int workers, int operations, int keys) {
    super((double) workers * operations, REPEATS);
    this.workers = workers;
    this.operations = operations;
    this.keys = keys;
    for (int key = 0; key < keys; key++) {
      initial.put(key, key);
    }
    long expected = 0;
    for (int i = 0; i < workers; i++) {
      Client client = new Client(this, i);
      Map<Integer, Integer> last = new HashMap<>();
      while (client.next()) {
        if (client.writes()) {
          expected++;
          last.put(client.key(), client.value());
        }
      }
      last.forEach(
          (key, value) -> lastWritten.computeIfAbsent(key, _ -> new HashSet<>()).add(value));
    }
    writes = expected;
  }

  @Override
  protected void prepare() {
    map = new HashMap<>(initial);
    finish.expect(workers + 1);
  }

  /**
   * @param result the right answers that the workers have had, and the writes of the dictionary
   */
  @Override
  protected void check(long result) {
    checkEqual("the number of answers and writes", (long) workers * operations + writes, result);
    checkEqual("the number of keys", keys, map.size());
    checkEqual("the number of keys with a value that was not written last", 0, wrongValues());
    checkEqual("the number of actors to come", 0, finish.left());
  }

  private long wrongValues() {
    return map.entrySet().stream()
        .filter(
            entry -> {
              Integer key = entry.getKey();
              return !lastWritten.getOrDefault(key, Set.of(key)).contains(entry.getValue());
            })
        .count();
  }
}
