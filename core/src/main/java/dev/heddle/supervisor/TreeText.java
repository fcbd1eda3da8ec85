package dev.heddle.supervisor;

import java.util.List;
import java.util.function.Function;

/**
 * Draws a tree, a line for each.
 *
 * @param label the text of a line
 * @param children what is below it
 */
record TreeText<T>(Function<T, String> label, Function<T, List<T>> children) {
  String draw(T root) {
    StringBuilder text = new StringBuilder(label.apply(root));
    drawBelow(root, System.lineSeparator(), text);
    return text.toString();
  }

  private void drawBelow(T node, String indent, StringBuilder text) {
    List<T> below = children.apply(node);
    for (int i = 0; i < below.size(); i++) {
      boolean last = i == below.size() - 1;
      text.append(indent).append(last ? "└─ " : "├─ ").append(label.apply(below.get(i)));
      drawBelow(below.get(i), indent + (last ? "   " : "│  "), text);
    }
  }
}
