package dev.heddle.bench.ask;

import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.apache.pekko.pattern.Patterns;

/** On Pekko: its ask pattern, whose answer is piped to the asker on its own dispatcher. */
final class PekkoQuestions {
  private PekkoQuestions() {}

  static LongSupplier setUp(ActorSystem system, Questions questions) {
    ActorRef answerer = system.actorOf(Props.create(Answerer.class, Answerer::new));
    ActorRef asker =
        system.actorOf(Props.create(Asker.class, () -> new Asker(questions, answerer)));
    return () -> {
      asker.tell("begin", ActorRef.noSender());
      return questions.finish.await();
    };
  }

  private static final class Answerer extends UntypedAbstractActor {
    @Override
    public void onReceive(Object message) {
      if (message instanceof Integer number) {
        getSender().tell(number + 1, getSelf());
      }
    }
  }

  private static final class Asker extends UntypedAbstractActor {
    private final Questions questions;
    private final ActorRef answerer;
    private int asked;
    private long sum;

    Asker(Questions questions, ActorRef answerer) {
      this.questions = questions;
      this.answerer = answerer;
    }

    @Override
    public void onReceive(Object message) {
      if (message instanceof Integer answer) {
        sum += answer;
      } else {
        asked = 0;
        sum = 0;
      }
      if (asked == questions.count) {
        questions.finish.arrive(sum);
      } else {
        Patterns.pipe(
                Patterns.ask(answerer, asked++, Questions.TIMEOUT), getContext().getDispatcher())
            .to(getSelf());
      }
    }
  }
}
