import org.jspecify.annotations.NullMarked;

/** Test methods that run in Heddle's simulator, and a law for all others. */
@NullMarked
module dev.heddle.junit {
  requires transitive dev.heddle;
  requires transitive org.junit.jupiter.api;
  requires java.compiler;
  requires jdk.management;
  requires static org.jspecify;

  exports dev.heddle.junit;

  // JUnit makes the extension.
  opens dev.heddle.junit to
      org.junit.platform.commons;
}
