package dev.heddle.observe.top;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What the user has chosen by keys. */
final class TopState {
  /** What a key asks for. */
  enum Effect {
    /** Nothing, or to draw again. */
    DRAW,
    /** To look again: something else is wanted now. */
    LOOK,
    /** To end. */
    QUIT
  }

  private static final int LONGEST_SEARCH = 100;

  private View view = View.OVERVIEW;
  private View beforeHelp = View.OVERVIEW;
  private Sort sort = Sort.MAILBOX;
  private boolean descending = true;
  private String search = "";
  private @Nullable String typed;
  private boolean paused;
  private int scroll;
  private int runtime;

  View view() {
    return view;
  }

  Sort sort() {
    return sort;
  }

  boolean paused() {
    return paused;
  }

  String search() {
    return search;
  }

  /** What is being typed as a search; null if nothing is. */
  @Nullable String typed() {
    return typed;
  }

  int scroll() {
    return scroll;
  }

  /** How often the next runtime was asked for. */
  int runtime() {
    return runtime;
  }

  /** What is to be looked at, on a screen with this many rows. */
  Watched.Query query(int rows) {
    return new Watched.Query(
        view, search, sort, descending, Math.min(scroll, 9_000), Math.clamp(rows, 1, 500));
  }

  /** A key: a character, or the name of one of {@link Keys}. */
  Effect press(String key) {
    return typed == null ? command(key) : type(typed, key);
  }

  private Effect type(String text, String key) {
    switch (key) {
      case Keys.ENTER -> {
        search = text;
        typed = null;
        scroll = 0;
      }
      case Keys.ESCAPE -> {
        typed = null;
        search = "";
      }
      case Keys.BACKSPACE ->
          typed =
              text.isEmpty() ? "" : text.substring(0, text.offsetByCodePoints(text.length(), -1));
      default -> {
        if (key.codePointCount(0, key.length()) == 1 && text.length() < LONGEST_SEARCH) {
          typed = text + key;
        }
        return Effect.DRAW;
      }
    }
    return Effect.LOOK;
  }

  private Effect command(String key) {
    switch (key) {
      case "q", "Q" -> {
        return Effect.QUIT;
      }
      case " ", "p" -> paused = !paused;
      case "?", "h" -> help();
      case "/" -> {
        typed = "";
        show(view == View.FIBERS ? View.FIBERS : View.PROCESSES);
      }
      case "o" -> runtime++;
      case Keys.TAB -> show(view.next());
      case "1", "2", "3", "4", "5" -> show(View.values()[key.charAt(0) - '1']);
      case Keys.ESCAPE -> escape();
      case Keys.UP, "k" -> scroll = Math.max(0, scroll - 1);
      case Keys.DOWN, "j" -> scroll++;
      case Keys.PAGE_UP -> scroll = Math.max(0, scroll - 10);
      case Keys.PAGE_DOWN -> scroll += 10;
      default -> sortBy(key);
    }
    return Effect.LOOK;
  }

  private void show(View next) {
    view = next;
    scroll = 0;
  }

  private void help() {
    if (view == View.HELP) {
      show(beforeHelp);
    } else {
      beforeHelp = view;
      show(View.HELP);
    }
  }

  private void escape() {
    search = "";
    show(view == View.HELP ? beforeHelp : View.OVERVIEW);
  }

  private void sortBy(String key) {
    Arrays.stream(Sort.values())
        .filter(one -> key.equals(String.valueOf(one.key)))
        .findFirst()
        .ifPresent(
            one -> {
              boolean again = one == sort && view == View.PROCESSES;
              descending = again ? !descending : one.mostFirst;
              sort = one;
              show(View.PROCESSES);
            });
  }

  /** There are only so many lines. */
  void scrollTo(int most) {
    scroll = Math.clamp(scroll, 0, Math.max(0, most));
  }
}
