package dev.heddle.observe.top;

/** How text looks, on a terminal that can. */
enum Style {
  PLAIN(""),
  TITLE("\033[1m"),
  HEADING("\033[7m"),
  DIM("\033[2m"),
  GOOD("\033[32m"),
  WARNING("\033[33m"),
  ALARM("\033[1;31m");

  static final String OFF = "\033[0m";

  final String on;

  Style(String on) {
    this.on = on;
  }
}
