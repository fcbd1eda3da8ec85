package dev.heddle.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTroubleTest {
  @TempDir private Path folder;

  @Test
  void isToldInWords() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Path none = folder.resolve("none");
    assertThat(trouble(() -> Files.createDirectories(file)))
        .isEqualTo(file + " is there, and is no folder");
    assertThat(trouble(() -> Files.readString(none))).isEqualTo("there is no " + none);
    Files.write(file, new byte[] {(byte) 0xff});
    assertThat(trouble(() -> Files.readString(file))).isEqualTo("it is no text in UTF-8");
    assertThat(FileTrouble.of(new AccessDeniedException("secret")))
        .isEqualTo("secret may not be accessed");
    assertThat(FileTrouble.of(new IOException("No space left"))).isEqualTo("No space left");
    assertThat(FileTrouble.of(new IOException())).isEqualTo("java.io.IOException");
  }

  private interface Deed {
    Object done() throws IOException;
  }

  private static String trouble(Deed deed) {
    return FileTrouble.of(catchThrowableOfType(IOException.class, deed::done));
  }
}
