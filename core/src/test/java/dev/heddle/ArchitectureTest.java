package dev.heddle;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** Which package may know which. The picture is in docs/architecture.md. */
class ArchitectureTest {

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.heddle");

  /** A package that holds nothing yet breaks no rule. */
  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(CORE);
  }

  @Test
  void schedulerKnowsNothingOfWhatItRuns() {
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.heddle.scheduler..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.heddle.task..", "dev.heddle.fiber..", "dev.heddle.process.."));
  }

  /** What stands below: the scheduler on loom and metrics, these on nothing of Heddle's. */
  @Test
  void dependenciesPointOneWay() {
    knowsOnly("dev.heddle.metrics..");
    knowsOnly("dev.heddle.loom..");
    knowsOnly("dev.heddle.scheduler..", "dev.heddle.loom..", "dev.heddle.metrics..");
    knowsOnly(
        "dev.heddle.task..",
        "dev.heddle.internal..",
        "dev.heddle.scheduler..",
        "dev.heddle.loom..",
        "dev.heddle.metrics..");
    knowsOnly(
        "dev.heddle.fiber..",
        "dev.heddle.task..",
        "dev.heddle.internal..",
        "dev.heddle.scheduler..",
        "dev.heddle.loom..",
        "dev.heddle.metrics..");
    knowsOnly(
        "dev.heddle.process..",
        "dev.heddle.fiber..",
        "dev.heddle.task..",
        "dev.heddle.internal..",
        "dev.heddle.scheduler..",
        "dev.heddle.loom..",
        "dev.heddle.metrics..");
    knowsOnly("dev.heddle.supervisor..", "dev.heddle.process..", "dev.heddle.scheduler..");
    knowsOnly(
        "dev.heddle.sim..", "dev.heddle.scheduler..", "dev.heddle.metrics..", "dev.heddle.task..");
  }

  /** A door names what is behind it; nothing else below the processes does. */
  @Test
  void nothingBelowKnowsTheProcessesButTheirDoor() {
    check(
        noClasses()
            .that(
                resideInAnyPackage(
                        "dev.heddle.internal..",
                        "dev.heddle.fiber..",
                        "dev.heddle.task..",
                        "dev.heddle.scheduler..",
                        "dev.heddle.loom..",
                        "dev.heddle.metrics..")
                    .and(not(simpleName("ProcessAccess"))))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.heddle.process.."));
  }

  private static void knowsOnly(String who, String... others) {
    check(
        noClasses()
            .that()
            .resideInAPackage(who)
            .should()
            .dependOnClassesThat(
                resideInAPackage("dev.heddle..")
                    .and(not(resideInAPackage(who)))
                    .and(not(resideInAnyPackage(others)))));
  }

  /** What is told goes to a log or a handler, never to somebody's console. */
  @Test
  void nothingIsPrinted() {
    check(GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS);
  }

  /** A simulated run depends on its seed alone. What is named here is real on purpose. */
  @Test
  void timeAndChanceComeFromTheClock() {
    check(
        noClasses()
            .that(
                not(
                    simpleName("Clock")
                        .or(simpleName("Watchdog")) // is not simulated
                        .or(simpleName("Reality")) // waits for threads that are not
                        .or(simpleName("Worker")))) // spins for a moment as the lookout
            .should()
            .callMethodWhere(
                target(nameMatching("nanoTime|currentTimeMillis"))
                    .or(target(owner(type(Instant.class))).and(target(nameMatching("now"))))
                    .or(target(owner(type(ThreadLocalRandom.class))))));
  }

  @Test
  void onlyLoomReachesIntoTheJdk() {
    check(
        noClasses()
            .that(not(resideInAPackage("dev.heddle.loom..")))
            .should()
            .callMethodWhere(
                target(nameMatching("privateLookupIn|setAccessible|trySetAccessible"))));
  }

  @Test
  void coreStandsOnTheJdkAlone() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat(
                not(
                    resideInAnyPackage(
                        "dev.heddle..",
                        "java..",
                        "javax.management..",
                        "jdk..",
                        "org.jspecify.."))));
  }
}
