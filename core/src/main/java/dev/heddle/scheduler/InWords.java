package dev.heddle.scheduler;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an object that may be anybody's says of itself, for reports, events and looks: its text may
 * be long, and to ask for it may throw whatever there is. Never throws.
 */
public final class InWords {
  private static final int LONGEST = 200;

  private InWords() {}

  /** What {@code thing} says of itself, shortened. */
  public static String of(@Nullable Object thing) {
    return of(thing, String::valueOf);
  }

  /** What {@code describer} says of {@code thing}, shortened. */
  public static String of(@Nullable Object thing, Function<Object, String> describer) {
    String text = inFull(thing, describer);
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }

  /** What {@code thing} says of itself, however long. */
  public static String inFull(@Nullable Object thing) {
    return inFull(thing, String::valueOf);
  }

  private static String inFull(@Nullable Object thing, Function<Object, String> describer) {
    if (thing == null) {
      return "null";
    }
    try {
      return String.valueOf(describer.apply(thing));
    } catch (Throwable e) {
      return "a %s that cannot be described: %s"
          .formatted(thing.getClass().getName(), e.getClass().getName());
    }
  }
}
