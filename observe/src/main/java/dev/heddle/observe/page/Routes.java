package dev.heddle.observe.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import dev.heddle.Heddle;
import dev.heddle.observe.PrometheusText;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Which path asks for what. Paths are compared as they are, so there is no way around the list. */
final class Routes {
  /** Searches go through all there is: not many at a time. */
  private static final int SEARCHES = 2;

  private static final String METRICS = "/metrics";

  private final Gson gson;
  private final Runtimes runtimes;
  private final Semaphore searches = new Semaphore(SEARCHES, true);
  private final Map<String, Question> questions = new TreeMap<>();
  private final Map<String, Question> commands = new TreeMap<>();

  /** Answers by something that becomes JSON. */
  private interface Question {
    Object answer(Observed observed, Query query) throws Refusal;
  }

  private interface PlainQuestion {
    Object answer(Heddle heddle, Query query) throws Refusal;
  }

  Routes(Gson gson, Runtimes runtimes, Duration interval) {
    this.gson = gson;
    this.runtimes = runtimes;
    ask("/api/processes", Questions::processes);
    ask("/api/processes/again", Questions::again);
    ask("/api/process", Questions::process);
    ask("/api/fibers", Questions::fibers);
    ask("/api/fiber", Questions::fiber);
    ask("/api/tree", (heddle, query) -> ProcessTree.below(heddle, query.text("pid")));
    questions.put(
        "/api/waits",
        (observed, _) ->
            WaitGraph.of(observed.heddle(), observed.look(interval).snapshot().deadlocks()));
    command("/api/control/interrupt", Controls::interrupt);
    command("/api/control/stop", Controls::stop);
    command("/api/control/dump", (heddle, _) -> Controls.dump(heddle));
  }

  private void ask(String path, PlainQuestion question) {
    questions.put(path, (observed, query) -> question.answer(observed.heddle(), query));
  }

  private void command(String path, PlainQuestion command) {
    commands.put(path, (observed, query) -> command.answer(observed.heddle(), query));
  }

  boolean isCommand(String path) {
    return commands.containsKey(path);
  }

  /** The answer of a question or a command. */
  Answer answer(String path, @Nullable String rawQuery) throws Refusal, InterruptedException {
    Question question = questions.getOrDefault(path, commands.get(path));
    if (question == null && !path.equals(METRICS)) {
      throw new Refusal(404, "there is nothing here");
    }
    Query query = Query.parse(rawQuery);
    Observed observed = runtimes.named(query);
    searches.acquire();
    try {
      return question == null
          ? new Answer(200, PrometheusText.CONTENT_TYPE, observed.metrics().getBytes(UTF_8))
          : Answer.json(gson.toJson(question.answer(observed, query)));
    } finally {
      searches.release();
    }
  }
}
