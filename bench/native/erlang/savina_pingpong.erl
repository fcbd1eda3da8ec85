-module(savina_pingpong).
-export([new/1]).

new(Setting) ->
    RoundTrips = bench:size(Setting, 100, 40000),
    #{units => RoundTrips,
      repeats => 5,
      run => fun(_) -> run(RoundTrips) end,
      check => fun(Result) -> bench:check_equal("the number of round trips", RoundTrips, Result) end}.

run(RoundTrips) ->
    Main = self(),
    Pong = spawn_link(fun pong/0),
    spawn_link(fun() -> Main ! {done, ping(Pong, RoundTrips, 0)} end),
    receive {done, Answered} -> Answered end.

%% Each answer bears the number of its question, so that none is taken for the next one.
ping(Pong, 0, Answered) ->
    Pong ! stop,
    Answered;
ping(Pong, Left, Answered) ->
    Pong ! {ping, self(), Left},
    receive
        {pong, Left} -> ping(Pong, Left - 1, Answered + 1);
        _ -> ping(Pong, Left - 1, Answered)
    end.

pong() ->
    receive
        {ping, From, Number} -> From ! {pong, Number}, pong();
        stop -> ok
    end.
