package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What is written all the time stands on a cache line of its own, as this JVM lays fields out. That
 * is not as they are declared: a gap behind the header is filled with the first field that fits.
 */
class CacheLinesTest {
  private static final long LINE = 64;

  /** The offsets of all fields of an object. */
  private static Map<String, Long> offsets(Class<?> type) throws ReflectiveOperationException {
    Class<?> unsafeType = Class.forName("sun.misc.Unsafe");
    Field theUnsafe = unsafeType.getDeclaredField("theUnsafe");
    theUnsafe.setAccessible(true);
    Object unsafe = theUnsafe.get(null);
    Method offset = unsafeType.getMethod("objectFieldOffset", Field.class);
    Map<String, Long> offsets = new TreeMap<>();
    for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          offsets.put(field.getName(), (long) offset.invoke(unsafe, field));
        }
      }
    }
    return offsets;
  }

  private static long offsetOf(String field, Map<String, Long> offsets) {
    return Objects.requireNonNull(offsets.get(field), field);
  }

  private static void assertApart(Class<?> type, String one, String other)
      throws ReflectiveOperationException {
    Map<String, Long> offsets = offsets(type);
    long first = Math.min(offsetOf(one, offsets), offsetOf(other, offsets));
    long second = Math.max(offsetOf(one, offsets), offsetOf(other, offsets));
    long last = offsets.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    assertThat(first).as("from what stands before the object: %s", offsets).isGreaterThan(LINE);
    assertThat(second - first).as("from each other: %s", offsets).isGreaterThan(LINE);
    assertThat(last - second).as("from what stands behind: %s", offsets).isGreaterThan(LINE);
  }

  @Test
  void ownerAndThievesOfADeque() throws ReflectiveOperationException {
    assertApart(WorkDeque.class, "bottom", "top");
  }

  @Test
  void addersAndTakersOfALane() throws ReflectiveOperationException {
    assertApart(SharedLane.class, "tail", "head");
  }
}
