package dev.heddle.process;

import org.jspecify.annotations.Nullable;

/**
 * What few processes need, apart from what all do, because there may be millions. Written by the
 * one who has claimed the process; what others may read is written before they see it, or says how.
 */
final class ProcessExtras {
  /** What it is called; empty: by its class. */
  String name = "";

  /** How often a supervisor has restarted it. */
  int restarts;

  /** Whether its parent sees to its end. */
  boolean supervised;

  @Nullable MailboxBound bound;
  @Nullable Watermarks watermarks;
  final PendingCommands pending = new PendingCommands();
}
