package dev.heddle.bench;

/** Started by {@code ./heddle bench} with the arguments given to it. */
public final class BenchMain {

  private BenchMain() {}

  /**
   * Says that there is nothing to measure yet.
   *
   * @param args what to measure
   */
  public static void main(String[] args) {
    System.err.println("There is no benchmark yet.");
    System.exit(1);
  }
}
