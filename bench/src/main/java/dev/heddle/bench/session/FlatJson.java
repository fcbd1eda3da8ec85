package dev.heddle.bench.session;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** JSON objects without anything nested: texts, numbers and null. One is a line. */
public final class FlatJson {
  private static final MathContext DIGITS = new MathContext(6);
  private static final Pattern NUMBER_OR_NULL = Pattern.compile("null|-?[0-9][0-9.eE+-]*");
  private static final Pattern ESCAPE = Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)");

  private FlatJson() {}

  /** Text that is no such object. */
  public static final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedException(String line) {
      super("not a JSON object without nested ones: " + line);
    }
  }

  /** An object with these fields, in their order; numbers have six digits. */
  public static String object(Map<String, ? extends @Nullable Object> fields) {
    return fields.entrySet().stream()
        .map(field -> text(field.getKey()) + ":" + value(field.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String value(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case Integer number -> number.toString();
      case Number number -> number(number.doubleValue());
      default -> text(value.toString());
    };
  }

  private static String number(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value, DIGITS).stripTrailingZeros().toPlainString()
        : "null";
  }

  private static String text(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        default -> {
          if (c < ' ') {
            quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }

  /** The fields of an object: a {@link String} or a {@link Double} each; without those of null. */
  public static Map<String, Object> parse(String line) throws MalformedException {
    String all = line.strip();
    if (!all.startsWith("{") || !all.endsWith("}")) {
      throw new MalformedException(line);
    }
    String inside = all.substring(1, all.length() - 1);
    Map<String, Object> fields = new LinkedHashMap<>();
    int at = afterSpace(inside, 0);
    while (at < inside.length()) {
      int nameEnd = afterText(inside, at, line);
      int colon = afterSpace(inside, nameEnd);
      expect(inside, colon, ':', line);
      int value = afterSpace(inside, colon + 1);
      int valueEnd = afterValue(inside, value, line);
      put(fields, inside.substring(at, nameEnd), inside.substring(value, valueEnd), line);
      at = afterSpace(inside, valueEnd);
      if (at < inside.length()) {
        expect(inside, at, ',', line);
        at = afterSpace(inside, at + 1);
      }
    }
    return fields;
  }

  private static int afterSpace(String text, int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static void expect(String text, int at, char wanted, String line)
      throws MalformedException {
    if (at >= text.length() || text.charAt(at) != wanted) {
      throw new MalformedException(line);
    }
  }

  /** By hand: a regular expression calls itself for each character, and some texts are long. */
  private static int afterText(String text, int from, String line) throws MalformedException {
    expect(text, from, '"', line);
    int at = from + 1;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    expect(text, at, '"', line);
    return at + 1;
  }

  private static int afterValue(String text, int from, String line) throws MalformedException {
    if (from < text.length() && text.charAt(from) == '"') {
      return afterText(text, from, line);
    }
    Matcher value = NUMBER_OR_NULL.matcher(text).region(from, text.length());
    if (!value.lookingAt()) {
      throw new MalformedException(line);
    }
    return value.end();
  }

  private static void put(Map<String, Object> fields, String name, String value, String line)
      throws MalformedException {
    if (value.startsWith("\"")) {
      fields.put(unquoted(name), unquoted(value));
    } else if (!value.equals("null")) {
      try {
        fields.put(unquoted(name), Double.valueOf(value));
      } catch (NumberFormatException _) {
        throw new MalformedException(line);
      }
    }
  }

  private static String unquoted(String text) {
    return ESCAPE
        .matcher(text.substring(1, text.length() - 1))
        .replaceAll(escape -> Matcher.quoteReplacement(meaning(escape.group(1))));
  }

  private static String meaning(String escaped) {
    return switch (escaped.charAt(0)) {
      case 'u' -> Character.toString(Integer.parseInt(escaped.substring(1), 16));
      case 'n' -> "\n";
      case 't' -> "\t";
      case 'r' -> "\r";
      case 'b' -> "\b";
      case 'f' -> "\f";
      default -> escaped;
    };
  }
}
