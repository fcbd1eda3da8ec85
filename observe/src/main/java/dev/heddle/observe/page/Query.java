package dev.heddle.observe.page;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a request, checked as they are taken out. */
final class Query {
  private final Map<String, List<String>> parameters = new HashMap<>();

  /** Reads what comes after the question mark; null: nothing does. */
  static Query parse(@Nullable String raw) throws Refusal {
    Query query = new Query();
    if (raw != null && !raw.isEmpty()) {
      for (String pair : raw.split("&", -1)) {
        int equals = pair.indexOf('=');
        String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
        String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
        query.parameters.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
      }
    }
    return query;
  }

  private static String decoded(String text) throws Refusal {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      throw new Refusal(400, "the query cannot be read: a % is not followed by two hex digits");
    }
  }

  List<String> all(String name) {
    return parameters.getOrDefault(name, List.of());
  }

  /** Empty if it is not there. */
  String text(String name) {
    List<String> values = all(name);
    return values.isEmpty() ? "" : values.getFirst();
  }

  boolean flag(String name) {
    return Boolean.parseBoolean(text(name));
  }

  /** A number from 0 to {@code most}; {@code otherwise} if it is not there. */
  int number(String name, int otherwise, int most) throws Refusal {
    String value = text(name);
    if (value.isEmpty()) {
      return otherwise;
    }
    long number = longNumber(name);
    if (number < 0 || number > most) {
      throw new Refusal(400, "'" + name + "' has to be from 0 to " + most);
    }
    return (int) number;
  }

  long longNumber(String name) throws Refusal {
    try {
      return Long.parseLong(text(name));
    } catch (NumberFormatException _) {
      throw new Refusal(400, "'" + name + "' has to be a number");
    }
  }
}
