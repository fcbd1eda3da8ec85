package dev.heddle.bench.savina.barber;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/**
 * A barber, a waiting room, and a street from which the customers come. Who finds the room full
 * goes back to the street, which sends him again.
 */
final class Shop extends Workload {
  /** What is said without saying more. */
  enum Signal {
    /** To a customer: the room is full. */
    FULL,
    /** To a customer: there is a seat. To the barber: there is nobody. */
    WAIT,
    /** To the street: open. To a customer: the haircut begins. */
    START,
    /** From the barber to a customer, and from him to the street. */
    DONE,
    /** From the barber to the room. */
    NEXT,
    /** It is evening. */
    EXIT
  }

  private static final int REPEATS = 3;

  final int haircuts;
  final int capacity;
  final Finish finish = new Finish();
  private final long expected;

  /**
   * @param capacity of the waiting room
   */
  Shop(int haircuts, int capacity) {
    super(haircuts, REPEATS);
    this.haircuts = haircuts;
    this.capacity = capacity;
    Delays customers = Delays.ofCustomers();
    Delays cuts = Delays.ofHaircuts();
    for (int i = 0; i < haircuts; i++) {
      customers.pass();
      cuts.pass();
    }
    expected = haircuts + customers.sum() + cuts.sum();
  }

  @Override
  protected void prepare() {
    finish.expect(haircuts + 3);
  }

  /**
   * @param result the customers who were served, and what barber and street have computed
   */
  @Override
  protected void check(long result) {
    checkEqual("the number of customers and the delays", expected, result);
    checkEqual("the number of actors to come", 0, finish.left());
  }
}
