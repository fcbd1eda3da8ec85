package dev.heddle.process;

/**
 * Carries out the commands of one type, for all processes of a runtime; see {@link
 * dev.heddle.HeddleBuilder#commandHandler}.
 *
 * @param <C> the type of the commands
 */
@FunctionalInterface
public interface CommandHandler<C> {
  /**
   * Carries {@code command} out, or has it carried out: sooner or later somebody has to call {@link
   * CommandReply#complete} or {@link CommandReply#fail}, from any thread, once. Called on a worker
   * after the step that yielded the command; the process is held until it returns, so what takes
   * long belongs elsewhere.
   *
   * @throws Exception to fail the command, unless that is done already
   */
  void handle(C command, CommandReply reply) throws Exception;
}
