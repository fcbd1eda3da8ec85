package dev.heddle.observe.page;

import dev.heddle.Heddle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The runtimes that are shown, by name. One that has ended is forgotten. */
final class Runtimes {
  private final List<Observed> shown = new ArrayList<>();

  synchronized void add(Heddle heddle) {
    forget(one -> one.heddle().isClosed());
    if (shown.stream().noneMatch(one -> one.heddle() == heddle)) {
      shown.add(new Observed(heddle));
    }
  }

  private void forget(Predicate<Observed> which) {
    shown.stream().filter(which).forEach(Observed::close);
    shown.removeIf(which);
  }

  synchronized void forgetAll() {
    forget(_ -> true);
  }

  /** In the order of coming. Of several with the same name the later ones get a number. */
  synchronized Map<String, Observed> byName() {
    forget(Observed::hasEnded);
    Map<String, Observed> result = new LinkedHashMap<>();
    for (Observed one : shown) {
      String name = Digest.cut(one.heddle().name());
      for (int i = 2; result.containsKey(name); i++) {
        name = Digest.cut(one.heddle().name()) + " (" + i + ")";
      }
      result.put(name, one);
    }
    return result;
  }

  /** The one of this name; the first one if there is none of it, or it is empty. */
  static Map.@Nullable Entry<String, Observed> choose(Map<String, Observed> all, String name) {
    Observed wanted = all.get(name);
    if (wanted != null) {
      return Map.entry(name, wanted);
    }
    return all.isEmpty() ? null : all.entrySet().iterator().next();
  }

  /** The one that a request names; the first one if it names none. */
  Observed named(Query query) throws Refusal {
    Map<String, Observed> all = byName();
    String name = query.text("runtime");
    Observed wanted =
        name.isEmpty() ? all.values().stream().findFirst().orElse(null) : all.get(name);
    if (wanted == null) {
      throw new Refusal(404, "there is no such runtime now");
    }
    return wanted;
  }
}
