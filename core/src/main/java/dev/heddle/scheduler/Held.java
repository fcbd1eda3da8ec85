package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/** Something that is waited for because somebody has it. */
public interface Held {
  /** Who has it, as far as a glance can tell; null: nobody, or several. */
  @Nullable Thread holder();
}
