package dev.heddle.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That the rules of {@link TraceFormat} can be broken, and are seen to be. */
class TraceFormatTest {
  private static final String GOOD =
      """
      {"traceEvents": [
        {"name": "process_name", "ph": "M", "pid": 2, "tid": 0, "args": {"name": "runtime r"}},
        {"name": "thread_name", "ph": "M", "pid": 2, "tid": 2001, "args": {"name": "worker 0"}},
        {"name": "outer", "ph": "X", "cat": "task", "pid": 2, "tid": 2001, "ts": 1.000, "dur": 9.0},
        {"name": "inner", "ph": "X", "cat": "task", "pid": 2, "tid": 2001, "ts": 2.5, "dur": 1.0},
        {"name": "next", "ph": "X", "cat": "task", "cname": "good", "pid": 2, "tid": 2001, "ts": 10, "dur": 5},
        {"name": "steal", "ph": "i", "s": "t", "pid": 2, "tid": 2001, "ts": 30},
        {"name": "spawn", "ph": "s", "cat": "cause", "id": 1, "pid": 2, "tid": 2001, "ts": 1.5},
        {"name": "spawn", "ph": "f", "bp": "e", "cat": "cause", "id": 1, "pid": 2, "tid": 2001, "ts": 2.5}
      ]}
      """;

  private static List<String> problems(String trace) {
    return TraceFormat.problems(JsonParser.parseString(trace).getAsJsonObject());
  }

  @Test
  void aTraceThatKeepsTheRulesHasNoProblems() {
    assertThat(problems(GOOD)).isEmpty();
  }

  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "\"traceEvents\"          | \"events\"            | there is no array",
        "\"name\": \"outer\",     | \"title\": \"outer\", | without name or phase",
        "\"ph\": \"i\"            | \"ph\": \"q\"         | a phase that is not known",
        "\"ts\": 1.000            | \"ts\": \"1.000\"     | a time that is missing",
        "\"ts\": 1.000            | \"ts\": -1            | a time that is missing",
        "\"dur\": 9.0             | \"dur\": -9.0         | a duration that is missing",
        ", \"dur\": 9.0           | ''                    | a duration that is missing",
        "\"dur\": 9.0             | \"dur\": 9.5          | slices that overlap",
        "\"dur\": 1.0             | \"dur\": 8.0          | slices that overlap",
        "\"tid\": 2001, \"ts\": 30| \"ts\": 30            | without pid or tid",
        "process_name             | thread_name           | a process without a name",
        "\"tid\": 2001, \"args\"  | \"tid\": 7, \"args\"  | a thread without a name",
        "\"ph\": \"f\"            | \"ph\": \"s\"         | not one beginning and one end",
        "\"ph\": \"s\"            | \"ph\": \"f\"         | without a beginning",
        "\"id\": 1, \"pid\": 2, \"tid\": 2001, \"ts\": 2.5 | \"id\": 2, \"pid\": 2, \"tid\": 2001,"
            + " \"ts\": 2.5 | not one beginning and one end",
        "\"ts\": 1.5              | \"ts\": 3.5           | ends before it begins",
        "\"ts\": 1.5              | \"ts\": 0.5           | lies in no slice",
        "\"bp\": \"e\",           | ''                    | does not end in the slice around",
        "\"s\": \"t\"             | \"s\": \"x\"          | a moment without a reach",
        "good                     | pink                  | a colour that is not known",
        "\"cat\": \"task\", \"cname\" | \"cname\"         | a slice without a category"
      })
  void aRuleThatIsBrokenIsSeen(String part, String instead, String problem) {
    String broken = GOOD.replaceFirst(java.util.regex.Pattern.quote(part), instead);

    assertThat(broken).isNotEqualTo(GOOD);
    assertThat(problems(broken)).anyMatch(found -> found.contains(problem));
  }
}
