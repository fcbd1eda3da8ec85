package dev.heddle.cli;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point. Exit codes: that of what a command started, or 2 for a call that makes no sense. */
@Command(
    name = "heddle",
    header = "Runs, tests and measures Heddle, a work-stealing runtime for Java 25.",
    synopsisHeading = "%nUsage: ",
    customSynopsis = "./heddle COMMAND [ARGUMENT...]",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footer = "%n./heddle help COMMAND says more about one of them.",
    versionProvider = Main.Version.class,
    mixinStandardHelpOptions = true)
public final class Main {

  private Main() {}

  /**
   * Runs one command.
   *
   * @param args the command and its arguments, as given to the launcher
   */
  public static void main(String[] args) {
    System.exit(commandLine(Home.fromSystemProperties()).execute(args));
  }

  static CommandLine commandLine(Home home) {
    CommandLine main =
        new CommandLine(new Main())
            .addSubcommand(takesAnything(new RunCommand(home), false))
            .addSubcommand(takesAnything(new TraceCommand(home), false))
            .addSubcommand(takesAnything(new TestCommand(home), true))
            .addSubcommand(takesAnything(new BenchCommand(home), true))
            .addSubcommand(new SoakCommand(home))
            .addSubcommand(new SimCommand(home))
            .addSubcommand(new TopCommand(home))
            .addSubcommand(new FormatCommand(home))
            .addSubcommand(new HelpCommand());
    main.setExpandAtFiles(false);
    main.setParameterExceptionHandler((problem, _) -> explain(problem));
    main.setExecutionExceptionHandler((failure, command, _) -> report(failure, command));
    main.setExecutionStrategy(
        parsed -> {
          if (!parsed.hasSubcommand()
              && !parsed.isUsageHelpRequested()
              && !parsed.isVersionHelpRequested()) {
            main.usage(main.getOut());
            return CommandLine.ExitCode.OK;
          }
          return new CommandLine.RunLast().execute(parsed);
        });
    return main;
  }

  /**
   * A command whose arguments belong to what it starts: whatever follows the first one that isn't
   * an option of the command is passed on untouched.
   *
   * @param evenOptions whether an option that the command doesn't know is such an argument too
   */
  private static CommandLine takesAnything(Object command, boolean evenOptions) {
    return new CommandLine(command)
        .setStopAtPositional(true)
        .setUnmatchedOptionsArePositionalParams(evenOptions);
  }

  private static int report(Exception failure, CommandLine command) throws Exception {
    if (failure instanceof CommandFailure expected) {
      command.getErr().println("heddle: " + expected.getMessage());
      return expected.exitCode();
    }
    throw failure;
  }

  private static int explain(ParameterException problem) {
    CommandLine command = problem.getCommandLine();
    PrintWriter err = command.getErr();
    boolean atTop = command.getParent() == null;
    if (atTop && problem instanceof UnmatchedArgumentException unmatched) {
      String given = unmatched.getUnmatched().getFirst();
      boolean option = given.startsWith("-");
      err.println("heddle: there is no " + (option ? "option " : "command ") + given);
      List<String> near =
          NearMatches.of(
              given,
              option
                  ? command.getCommandSpec().optionsMap().keySet()
                  : command.getSubcommands().keySet());
      if (!near.isEmpty()) {
        err.println("Did you mean " + String.join(" or ", near) + "?");
      }
    } else {
      err.println("heddle: " + problem.getMessage());
    }
    err.println("./heddle help" + (atTop ? "" : " " + command.getCommandName()) + " tells more.");
    return CommandLine.ExitCode.USAGE;
  }

  /** What {@code --version} prints. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {
        "Heddle " + (version == null ? "(unpackaged)" : version) + " on Java " + Runtime.version()
      };
    }
  }
}
