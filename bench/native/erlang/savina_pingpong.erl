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

ping(Pong, 0, Answered) ->
    Pong ! stop,
    Answered;
ping(Pong, Left, Answered) ->
    Pong ! {ping, self()},
    receive pong -> ping(Pong, Left - 1, Answered + 1) end.

pong() ->
    receive
        {ping, From} -> From ! pong, pong();
        stop -> ok
    end.
