package dev.heddle.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.process.Pid;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** PIDs as text. */
class PidFuzzTest {

  @Property
  void whatWasPrintedIsReadAgain(
      @ForAll("names") String node,
      @ForAll("names") String host,
      @ForAll @LongRange(min = 1) long number) {
    Pid pid = Pid.of(node, host, number);
    Pid read = Pid.parse(pid.toString());
    assertThat(read).isEqualTo(pid).hasSameHashCodeAs(pid).isEqualByComparingTo(pid);
    assertThat(read.toString()).isEqualTo(pid.toString());
  }

  @Property
  void anyTextIsReadOrRefusedWithAReason(@ForAll("texts") String text) {
    Pid pid;
    try {
      pid = Pid.parse(text);
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).contains("'" + text + "' is no PID").doesNotEndWith(": null");
      return;
    }
    assertThat(Pid.parse(pid.toString())).isEqualTo(pid);
  }

  @Property
  void anyPartsAreTakenOrRefusedWithAReason(
      @ForAll("halves") String node, @ForAll("halves") String host, @ForAll long number) {
    try {
      Pid pid = Pid.of(node, host, number);
      assertThat(Pid.parse(pid.toString())).isEqualTo(pid);
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).contains("PID");
      assertThat(number > 0 && isText(node) && isText(host)).isFalse();
    }
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.oneOf(
            Arbitraries.strings().excludeChars(loneSurrogates()).ofMinLength(1).ofMaxLength(20),
            Arbitraries.strings().withChars("/%+ .-:@\\\"\u00e4\u20ac\n\u0000ab1").ofMinLength(1))
        .filter(text -> !text.isBlank());
  }

  /** With halves of characters, which there are in Java's strings and in no encoding. */
  @Provide
  Arbitrary<String> halves() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(5),
        Arbitraries.strings().withChars('a', '\ud83d', '\ude00').ofMaxLength(3));
  }

  /** Nearly right more often than not. */
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> part =
        Arbitraries.oneOf(
            Arbitraries.of("local", "", " ", "%", "%4", "%zz", "%e4", "+", "42", "0", "-1", "+1"),
            Arbitraries.longs().map(String::valueOf),
            Arbitraries.of("9223372036854775808", "\u0664\u0662", "1e3", "0x1"),
            Arbitraries.strings().ofMaxLength(5));
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(20),
        part.list().ofMaxSize(5).map(parts -> String.join("/", parts)));
  }

  private static boolean isText(String part) {
    return !part.isBlank() && StandardCharsets.UTF_8.newEncoder().canEncode(part);
  }

  private static char[] loneSurrogates() {
    char[] all = new char[Character.MAX_SURROGATE - Character.MIN_SURROGATE + 1];
    for (int i = 0; i < all.length; i++) {
      all[i] = (char) (Character.MIN_SURROGATE + i);
    }
    return all;
  }
}
