package dev.heddle.observe.top;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.FiberLine;
import dev.heddle.metrics.FiberPage;
import dev.heddle.metrics.FiberState;
import dev.heddle.metrics.ProcessLine;
import dev.heddle.metrics.ProcessPage;
import dev.heddle.metrics.WorkerMetrics.State;
import dev.heddle.observe.MadeUp;
import dev.heddle.observe.warning.Warning;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is shown of frames that are made up. */
class ScreenTest {
  private static final String NASTY = "evil\033[2J\u0007\n\u202e\u9b5a\u9b5a\ud800 name";

  private static MadeUp shop(int second) {
    return MadeUp.after(185_000 + second * 1000L)
        .runtime("shop")
        .queued(7)
        .worker(0, State.BUSY, 1000 + 4_000L * second, "Fib")
        .worker(1, State.PARKED, 500, "")
        .worker(2, true, State.BUSY, 10L * second, NASTY)
        .worker(3, true, State.STOPPED, 10, "")
        .mailbox("slow-clerk", 4242 + second, "READY", 12)
        .mailbox(NASTY, 12, "IDLE", 1_234_567)
        .busy("bee", "RUNNING", 99, 500L * second)
        .waits("hungry", 61_000, "Mutex (held by keeper)", "keeper");
  }

  private static Frame frame() {
    Warning warning =
        new Warning(
            Warning.Kind.GROWING_MAILBOX,
            Warning.Severity.WARNING,
            "slow-clerk",
            "The mailbox of slow-clerk has only grown for 4 s.",
            "More is sent to it than it handles, and nothing slows the senders down at all.",
            "Give it a mailbox bound.");
    ProcessLine process =
        new ProcessLine("local/shop/1", NASTY, "IDLE", 70_000, 6, 0, "", "", false, 3, 90_000, 0);
    FiberLine fiber = new FiberLine(9, NASTY, FiberState.YIELDED, 5, 7_200_000, NASTY, NASTY);
    return new Frame(
        123,
        shop(1).make(),
        shop(0).make(),
        List.of(warning),
        new ProcessPage(List.of(process), 1, 985),
        new FiberPage(List.of(fiber), 1, 12));
  }

  private static TopState after(String... keys) {
    TopState state = new TopState();
    List.of(keys).forEach(state::press);
    return state;
  }

  private static String screen(int columns, int rows, TopState state) {
    return new Painter(columns, rows, 1)
        .paint(frame(), state).stream()
            .map(line -> line.render(columns, false))
            .collect(Collectors.joining("\n"));
  }

  @Test
  void aKnownFrameGivesAKnownScreen() {
    assertThat(screen(80, 24, after()))
        .isEqualTo(
            """
            shop  VIRTUAL  pid 123  up 3:06 min
            workers 3: 2 busy, 0 searching, 1 parked  queued 28  timers 5  mail 1,000
            each second: runs 4,010  messages 0  steals 0  parks 0  hand-overs 0
            fibers 12 (10 YIELDED, 2 RUNNING)  processes 985 (980 IDLE, 5 RUNNING)
            one item takes -  waits for a worker -
            rules LOCAL 75% STOLEN 25%
            WARNINGS                                                                        \

            growing mailbox: The mailbox of slow-clerk has only grown for 4 s.
            WORKER  STATE      RUNS/S QUEUED READY RULES                    SEEN AT         \

            0       BUSY        4,000      7     0 LOCAL 75% STOLEN 25%     Fib
            1       PARKED          0      7     0
            2 extra BUSY           10      7     0 LOCAL 80% STOLEN 20%     evil?[2J? ?\u9b5a\u9b5a~
            LONGEST MAILBOXES              MESSAGES   STEPS STATE    PID                    \

            slow-clerk                        4,243      12 READY    local.made-up.1
            evil?[2J? ?\u9b5a\u9b5a? name                12   1.23M IDLE     local.made-up.2
            BUSIEST PROCESSES                  BUSY   STEPS STATE    PID                    \

            bee                                 50%      99 RUNNING  local.made-up.50
            LONGEST WAITS                    WAITED STATE   WAITS FOR                       \

            hungry                         1:01 min YIELDED Mutex (held by keeper), held by~




            [overview] q quit  1-5 views  / search  msntari sort  space pause  ? help\
            """);
  }

  @ParameterizedTest
  @CsvSource({"80, 24", "200, 60", "120, 24", "40, 10", "20, 5", "2, 2"})
  void noLineIsEverWiderAndNoScreenHigherThanTheTerminal(int columns, int rows) {
    for (String view : List.of("1", "2", "3", "4", "5", "?", "/")) {
      List<Line> lines = new Painter(columns, rows, 3).paint(frame(), after(view));
      assertThat(lines).hasSize(rows);
      for (Line line : lines) {
        assertThat(Cells.width(line.render(columns, false)))
            .as("%s", line)
            .isLessThanOrEqualTo(columns);
      }
    }
  }

  @Test
  void namesDoNotReachTheTerminalAsTheyAre() {
    for (String view : List.of("1", "2", "3", "4", "5", "?")) {
      String text =
          new Painter(100, 40, 1)
              .paint(frame(), after(view)).stream()
                  .map(line -> line.render(100, false))
                  .collect(Collectors.joining());
      assertThat(text.chars().filter(c -> c < ' ' || c == '\u202e' || c == '\ud800')).isEmpty();
    }
  }

  @Test
  void randomTextIsCutToItsCells() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      String text =
          random
              .ints(random.nextInt(30), 0, 0x30000)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      int cells = random.nextInt(40);
      String safe = Cells.safe(text);
      assertThat(Cells.width(Cells.cut(safe, cells)))
          .as("seed %d", seed)
          .isLessThanOrEqualTo(cells);
      assertThat(Cells.width(Cells.left(safe, cells))).as("seed %d", seed).isEqualTo(cells);
      assertThat(Cells.width(Cells.right(safe, cells))).as("seed %d", seed).isEqualTo(cells);
      assertThat(Line.of(Style.ALARM, text).render(cells, true).replaceAll("\033\\[[0-9;]*m", ""))
          .as("seed %d", seed)
          .doesNotContain("\033");
    }
  }

  @Test
  void coloursAreLeftOutWhereThereAreNone() {
    Line line = Line.of(Style.ALARM, "deadlock").and(" plain");

    assertThat(line.render(80, false)).isEqualTo("deadlock plain");
    assertThat(line.render(80, true)).isEqualTo("\033[1;31mdeadlock\033[0m plain");
  }

  @Test
  void processesAreShownWithTheColumnTheyAreSortedByMarked() {
    assertThat(screen(80, 24, after("3")))
        .contains("MAILBOX*")
        .contains("70.0k")
        .contains("1 in all");
    assertThat(screen(80, 24, after("a"))).contains("AGE*").contains("1:30 min");
  }

  @Test
  void warningsAreShownInFullWithCauseAndFix() {
    assertThat(screen(60, 24, after("5")))
        .contains("WARNING growing mailbox  slow-clerk")
        .contains("  Cause: More is sent to it than it handles, and nothing\n         slows the")
        .contains("  Fix:   Give it a mailbox bound.");
  }

  @Test
  void withoutARuntimeItSaysSo() {
    List<Line> lines = new Painter(80, 24, 0).paint(null, after());

    assertThat(lines.getFirst().toString()).contains("no Heddle runtime at the moment");
    assertThat(lines).hasSize(24);
  }

  @Test
  void manyRowsShareTheScreenFairly() {
    MadeUp many = MadeUp.after(5_000);
    IntStream.range(0, 64).forEach(i -> many.worker(i, State.PARKED, 1, ""));
    IntStream.range(0, 10).forEach(i -> many.mailbox("box-" + i, 10 - i, "IDLE", 1));
    IntStream.range(0, 10).forEach(i -> many.waits("wait-" + i, 1000, "x", ""));
    Frame frame = new Frame(1, many.make(), null, List.of(), null, null);
    List<String> lines = new ArrayList<>();
    new Painter(80, 24, 1).paint(frame, after()).forEach(line -> lines.add(line.toString()));

    assertThat(lines).filteredOn(line -> line.contains("PARKED ")).hasSize(5);
    assertThat(lines).filteredOn(line -> line.startsWith("box-")).hasSize(5);
    assertThat(lines).filteredOn(line -> line.startsWith("wait-")).hasSize(4);
  }

  @Test
  void pipedItIsOneLineALookAndEachWarningOnce() {
    PlainLines plain = new PlainLines();
    List<String> first = plain.of(frame(), ZoneOffset.UTC);

    assertThat(first).hasSize(2);
    assertThat(first.getFirst())
        .isEqualTo(
            "22:16:26 shop VIRTUAL busy 2/3 queued 28 runs/s 4010 messages/s 0 fibers 12 processes"
                + " 985 longest mailbox 4243 (slow-clerk) warnings 1");
    assertThat(first.get(1)).startsWith("  WARNING growing mailbox: The mailbox of slow-clerk");
    assertThat(plain.of(frame(), ZoneOffset.UTC)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "7, 7",
    "999, 999",
    "9999, '9,999'",
    "10000, 10.0k",
    "99949, 99.9k",
    "123456, 123k",
    "1000000, 1.00M",
    "999600, 1.00M",
    "9223372036854775807, 9.22E"
  })
  void countsAreShort(long number, String text) {
    assertThat(Figures.count(number)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"12, 12 ns", "1234, 1.2 us", "45678, 46 us", "3400000, 3.4 ms", "1500000000, 1.5 s"})
  void timesAreShort(long nanos, String text) {
    assertThat(Figures.nanos(nanos)).isEqualTo(text);
  }
}
