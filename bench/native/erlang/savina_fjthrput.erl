-module(savina_fjthrput).
-export([new/1, compute/1, rounded/1]).

-define(ACTORS, 60).
-define(ANGLE, 37.2).

new(Setting) ->
    Messages = bench:size(Setting, 20, 10000),
    Expected = rounded(lists:foldl(fun(I, Sum) -> Sum + compute(?ANGLE + I) end, 0.0,
                                   lists:seq(0, Messages - 1))),
    #{units => ?ACTORS * Messages,
      repeats => 3,
      run => fun(_) -> run(Messages) end,
      check => fun(Result) ->
          bench:check_equal("the sum of the computations", ?ACTORS * Expected, Result)
      end}.

%% What an actor of Savina's fork-join benchmarks does with a message.
compute(Angle) ->
    Sine = math:sin(Angle),
    case Sine * Sine of
        Square when Square > 0 -> Square
    end.

%% As a whole number, in which the last bits of a sine make no difference.
rounded(Result) ->
    round(Result * 1.0e6).

run(Messages) ->
    Main = self(),
    Actors = [spawn_opt(fun() -> Main ! {done, share(Messages, 0, 0.0)} end,
                        [link, {message_queue_data, off_heap}])
              || _ <- lists:seq(1, ?ACTORS)],
    send(Actors, Messages),
    lists:sum([receive {done, Share} -> Share end || _ <- Actors]).

send(_Actors, 0) -> ok;
send(Actors, Left) ->
    [Actor ! message || Actor <- Actors],
    send(Actors, Left - 1).

share(Messages, Messages, Sum) -> rounded(Sum);
share(Messages, Handled, Sum) ->
    receive message -> share(Messages, Handled + 1, Sum + compute(?ANGLE + Handled)) end.
