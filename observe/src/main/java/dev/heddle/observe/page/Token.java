package dev.heddle.observe.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * What whoever looks has to know. The browser keeps a hash of it in a cookie, and what is compared
 * are hashes, in a time that does not depend on where they differ.
 */
final class Token {
  private final String text;
  private final byte[] hash;

  private Token(String text) {
    this.text = text;
    this.hash = hash(text);
  }

  /** A given one; empty: none is needed, unless {@code needed}, then one is made up. */
  static Token of(String given, boolean needed) {
    if (!given.isEmpty() || !needed) {
      return new Token(given);
    }
    byte[] random = new byte[20];
    new SecureRandom().nextBytes(random);
    return new Token(HexFormat.of().formatHex(random));
  }

  boolean isNeeded() {
    return !text.isEmpty();
  }

  /** As it was given, for the address that the owner is told. */
  String text() {
    return text;
  }

  boolean is(String offered) {
    return isNeeded() && MessageDigest.isEqual(hash, hash(offered));
  }

  String cookie() {
    return HexFormat.of().formatHex(hash);
  }

  boolean isCookie(String offered) {
    return isNeeded()
        && MessageDigest.isEqual(
            cookie().getBytes(StandardCharsets.UTF_8), offered.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-256")
          .digest(("heddle page " + text).getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
