package dev.heddle.observe.top;

/** What the screen shows. */
enum View {
  /** A bit of everything. */
  OVERVIEW("overview"),
  /** All workers. */
  WORKERS("workers"),
  /** Processes, searched and sorted. */
  PROCESSES("processes"),
  /** Fibers, searched. */
  FIBERS("fibers"),
  /** All warnings in full. */
  WARNINGS("warnings"),
  /** What the keys do. */
  HELP("help");

  final String title;

  View(String title) {
    this.title = title;
  }

  /** The one after this, without the help. */
  View next() {
    return values()[(ordinal() + 1) % HELP.ordinal()];
  }
}
