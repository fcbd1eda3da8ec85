/** A short walk through Heddle. Run it with {@code ./heddle run examples/Tour.java}. */
final class Tour {

  static void main(String[] args) {
    System.out.println("Heddle runs on Java " + Runtime.version().feature());
  }
}
