package dev.heddle.bench;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/** What is wrong with a file, in words instead of the name of an exception. */
public final class FileTrouble {
  private FileTrouble() {}

  /** For people. */
  public static String of(IOException trouble) {
    return switch (trouble) {
      case NoSuchFileException missing -> "there is no " + missing.getFile();
      case FileAlreadyExistsException file -> file.getFile() + " is there, and is no folder";
      case AccessDeniedException denied -> denied.getFile() + " may not be accessed";
      case CharacterCodingException _ -> "it is no text in UTF-8";
      default -> Objects.requireNonNullElse(trouble.getMessage(), trouble.toString());
    };
  }
}
