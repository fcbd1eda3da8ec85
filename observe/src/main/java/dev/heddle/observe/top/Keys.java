package dev.heddle.observe.top;

import java.io.IOException;
import java.io.PushbackReader;
import java.util.concurrent.locks.LockSupport;

/** Keys as a terminal sends them. */
final class Keys {
  static final String ENTER = "ENTER";
  static final String ESCAPE = "ESCAPE";
  static final String BACKSPACE = "BACKSPACE";
  static final String TAB = "TAB";
  static final String UP = "UP";
  static final String DOWN = "DOWN";
  static final String PAGE_UP = "PAGE_UP";
  static final String PAGE_DOWN = "PAGE_DOWN";

  /** No more keys will come. */
  static final String END = "END";

  private static final String UNKNOWN = "UNKNOWN";
  private static final char ESC = 27;
  private static final char DELETE = 127;

  /** For how long the rest of a sequence may take. */
  private static final long PATIENCE = 50_000_000;

  private Keys() {}

  /** The next key: a character, or one of the names. */
  static String read(PushbackReader in) throws IOException {
    int first = in.read();
    return switch (first) {
      case -1 -> END;
      case '\r', '\n' -> ENTER;
      case '\t' -> TAB;
      case '\b', DELETE -> BACKSPACE;
      case ESC -> sequence(in);
      default -> character(in, (char) first);
    };
  }

  private static String character(PushbackReader in, char first) throws IOException {
    if (Character.isHighSurrogate(first)) {
      return new String(new char[] {first, (char) in.read()});
    }
    return first < ' ' ? UNKNOWN : String.valueOf(first);
  }

  private static String sequence(PushbackReader in) throws IOException {
    if (!follows(in)) {
      return ESCAPE;
    }
    int kind = in.read();
    if (kind != '[' && kind != 'O') {
      in.unread(kind); // another key, pressed right after
      return ESCAPE;
    }
    if (!follows(in)) {
      return UNKNOWN;
    }
    StringBuilder sequence = new StringBuilder();
    do {
      sequence.append((char) in.read());
    } while (Character.isDigit(sequence.charAt(sequence.length() - 1)) && follows(in));
    return switch (sequence.toString()) {
      case "A" -> UP;
      case "B" -> DOWN;
      case "5~" -> PAGE_UP;
      case "6~" -> PAGE_DOWN;
      default -> UNKNOWN;
    };
  }

  private static boolean follows(PushbackReader in) throws IOException {
    if (!in.ready()) {
      LockSupport.parkNanos(PATIENCE);
    }
    return in.ready();
  }
}
