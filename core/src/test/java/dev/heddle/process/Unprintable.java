package dev.heddle.process;

/** Things whose {@code toString} does not return. */
final class Unprintable {
  private final Throwable thrown;

  private Unprintable(Throwable thrown) {
    this.thrown = thrown;
  }

  /** One whose {@code toString} throws {@code thrown}, whatever that is. */
  static Object that(Throwable thrown) {
    return new Unprintable(thrown);
  }

  /** An exception whose message cannot be asked for. */
  static Exception exception() {
    return new Exception() {
      private static final long serialVersionUID = 1L;

      @Override
      public String getMessage() {
        throw new IllegalStateException("no words");
      }
    };
  }

  @Override
  public String toString() {
    throw Unprintable.<RuntimeException>unchecked(thrown);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // it is not one; nobody asks
  static <E extends Throwable> E unchecked(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
