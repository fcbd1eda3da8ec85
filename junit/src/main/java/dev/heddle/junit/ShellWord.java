package dev.heddle.junit;

import java.util.regex.Pattern;

/** A word of a command that can be copied into a shell. */
final class ShellWord {
  /** Means itself everywhere in a word; {@code #} does so after the first character. */
  private static final Pattern PLAIN = Pattern.compile("[\\w./:=@%+,-][\\w./:=@%+,#-]*");

  private ShellWord() {}

  /** {@code word}, in quotation marks if it needs them. */
  static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
