package dev.heddle.scheduler;

/** What a class is called where people read it. */
public final class ClassName {
  private ClassName() {}

  /** The class's simple name; for a lambda, where it stands. */
  public static String of(Class<?> type) {
    String simple = type.getSimpleName();
    int lambda = simple.indexOf("$$Lambda");
    return lambda < 0
        ? simple.isEmpty() ? type.getName() : simple
        : simple.substring(0, lambda) + " lambda";
  }
}
