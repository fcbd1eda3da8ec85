package dev.heddle.cli;

import dev.heddle.cli.TestReport.Outcome;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Reads the XML reports that Surefire leaves in the modules' target folders. */
final class TestReports {

  private static final PathMatcher REPORT =
      FileSystems.getDefault().getPathMatcher("glob:?**/target/surefire-reports/TEST-*.xml");

  private TestReports() {}

  /** The outcomes written at or after {@code since}, module by module. */
  static List<TestReport> read(Path root, FileTime since) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            String name = dir.getFileName().toString();
            boolean holdsNoModule =
                name.equals("src") || (name.startsWith(".") && !dir.equals(root));
            return holdsNoModule ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (REPORT.matches(root.relativize(file))
                && attributes.lastModifiedTime().compareTo(since) >= 0) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    files.sort(null);
    List<TestReport> reports = new ArrayList<>();
    for (Path file : files) {
      reports.addAll(parse(root, file));
    }
    return reports;
  }

  private static List<TestReport> parse(Path root, Path file) throws IOException {
    Path relative = root.relativize(file);
    String module = relative.subpath(0, relative.getNameCount() - 3).toString();
    NodeList cases;
    try {
      cases =
          DocumentBuilderFactory.newDefaultInstance()
              .newDocumentBuilder()
              .parse(file.toFile())
              .getElementsByTagName("testcase");
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("cannot read the test report " + file, e);
    }
    List<TestReport> reports = new ArrayList<>();
    for (int i = 0; i < cases.getLength(); i++) {
      Element test = (Element) cases.item(i);
      String name = test.getAttribute("classname") + "." + test.getAttribute("name");
      Outcome outcome = Outcome.PASSED;
      String message = "";
      for (String tag : List.of("skipped", "failure", "error")) {
        if (test.getElementsByTagName(tag).item(0) instanceof Element problem) {
          outcome = tag.equals("skipped") ? Outcome.SKIPPED : Outcome.FAILED;
          message = message(problem);
        }
      }
      reports.add(new TestReport(module, name, outcome, message, file));
    }
    return reports;
  }

  /** The exception's message or, without one, its first line. */
  private static String message(Element problem) {
    String message = problem.getAttribute("message").strip();
    return message.isEmpty()
        ? problem.getTextContent().strip().lines().findFirst().orElse("")
        : message;
  }
}
