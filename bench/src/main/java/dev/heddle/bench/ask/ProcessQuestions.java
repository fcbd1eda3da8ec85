package dev.heddle.bench.ask;

import dev.heddle.Heddle;
import dev.heddle.process.Command;
import dev.heddle.process.Completion;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Message;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.StepOutput;
import java.util.function.LongSupplier;

/** On Heddle: the asker yields a command for each question. */
final class ProcessQuestions {
  private ProcessQuestions() {}

  static LongSupplier setUp(Heddle heddle, Questions questions) {
    Pid answerer = heddle.processes().spawn(ProcessQuestions::answer);
    Pid asker = heddle.processes().spawn(new Asker(questions, answerer));
    return () -> {
      heddle.processes().send(asker, "begin");
      return questions.finish.await();
    };
  }

  private static void answer(Events events, StepOutput out) {
    for (Event event : events) {
      if (event instanceof Message message && message.data() instanceof Integer number) {
        message.reply(number + 1);
      }
    }
  }

  private static final class Asker implements Process {
    private final Questions questions;
    private final Pid answerer;
    private int asked;
    private long sum;

    Asker(Questions questions, Pid answerer) {
      this.questions = questions;
      this.answerer = answerer;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        switch (event) {
          case Message _ -> {
            asked = 0;
            sum = 0;
            ask(out);
          }
          case Completion completion when completion.data() instanceof Integer answer -> {
            sum += answer;
            ask(out);
          }
          default -> {}
        }
      }
    }

    private void ask(StepOutput out) {
      if (asked == questions.count) {
        questions.finish.arrive(sum);
      } else {
        out.yield(asked, Command.ask(answerer, asked++, Questions.TIMEOUT));
      }
    }
  }
}
