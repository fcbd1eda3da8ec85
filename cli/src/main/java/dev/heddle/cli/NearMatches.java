package dev.heddle.cli;

import java.util.Collection;
import java.util.List;

/** What somebody may have meant who mistyped a word. */
final class NearMatches {

  /** Two slips, an exchange of neighbours counting as one. */
  private static final int FAR = 2;

  private NearMatches() {}

  /** The words that {@code typed} is the beginning of, or a slip or two away from. */
  static List<String> of(String typed, Collection<String> words) {
    return words.stream()
        .filter(word -> word.startsWith(typed) || distance(typed, word) <= FAR)
        .filter(word -> distance(typed, word) < word.length())
        .toList();
  }

  /** Insertions, deletions, replacements and exchanges of neighbours from one word to the other. */
  private static int distance(String a, String b) {
    int[][] steps = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        steps[i][j] = Math.min(i, j) == 0 ? Math.max(i, j) : cheapest(steps, a, b, i, j);
      }
    }
    return steps[a.length()][b.length()];
  }

  private static int cheapest(int[][] steps, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int best = steps[i - 1][j - 1] + (same ? 0 : 1);
    best = Math.min(best, 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
    boolean exchanged =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return exchanged ? Math.min(best, 1 + steps[i - 2][j - 2]) : best;
  }
}
