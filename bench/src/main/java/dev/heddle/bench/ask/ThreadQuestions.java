package dev.heddle.bench.ask;

import dev.heddle.bench.actor.ActorThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** On virtual threads: a question carries the future that its answer goes to. */
final class ThreadQuestions {
  private ThreadQuestions() {}

  private record Question(int number, CompletableFuture<Integer> answer) {}

  static LongSupplier setUp(ActorThreads threads, Questions questions) {
    LinkedBlockingQueue<Question> asked = new LinkedBlockingQueue<>();
    LinkedBlockingQueue<String> begin = new LinkedBlockingQueue<>();
    threads.start(
        () -> {
          while (true) {
            Question question = asked.take();
            question.answer().complete(question.number() + 1);
          }
        });
    threads.start(
        () -> {
          while (true) {
            begin.take();
            long sum = 0;
            for (int i = 0; i < questions.count; i++) {
              CompletableFuture<Integer> answer = new CompletableFuture<>();
              asked.put(new Question(i, answer));
              sum += answer.get(Questions.TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            }
            questions.finish.arrive(sum);
          }
        });
    return () -> {
      begin.add("begin");
      return questions.finish.await();
    };
  }
}
