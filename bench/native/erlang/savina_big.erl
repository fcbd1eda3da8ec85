-module(savina_big).
-export([new/1]).

-define(ACTORS, 120).

new(Setting) ->
    Pings = bench:size(Setting, 50, 20000),
    Expected = lists:sum([expected(I, Pings, 0) || I <- lists:seq(0, ?ACTORS - 1)]),
    #{units => ?ACTORS * Pings,
      repeats => 1,
      run => fun(_) -> run(Pings) end,
      check => fun(Result) ->
          bench:check_equal("the sum of who answered", Expected, Result)
      end}.

%% Savina's random numbers.
random(Random) ->
    (Random * 1309 + 13849) band 65535.

expected(_Random, 0, Sum) -> Sum;
expected(Random, Left, Sum) ->
    Next = random(Random),
    expected(Next, Left - 1, Sum + Next rem ?ACTORS + 1).

run(Pings) ->
    Main = self(),
    Sink = spawn_link(fun() -> receive {actors, Actors} -> sink(Actors) end end),
    Actors = list_to_tuple([spawn_link(fun() -> member(Main, Sink, I, Pings) end)
                            || I <- lists:seq(0, ?ACTORS - 1)]),
    [Actor ! {actors, Actors} || Actor <- [Sink | tuple_to_list(Actors)]],
    lists:sum([receive {done, Sum} -> Sum end || _ <- lists:seq(1, ?ACTORS)]).

sink(Actors) ->
    All = tuple_to_list(Actors),
    [receive done -> ok end || _ <- All],
    [Actor ! exit || Actor <- All].

member(Main, Sink, Number, Pings) ->
    receive {actors, Actors} -> ok end,
    Me = {ping, self()},
    Main ! {done, ask(Actors, Sink, Me, {pong, Number}, Number, Pings, 0)}.

ask(Actors, Sink, Me, Answer, _Random, 0, Sum) ->
    Sink ! done,
    wait(Actors, Sink, Me, Answer, none, 0, Sum);
ask(Actors, Sink, Me, Answer, Random, Left, Sum) ->
    Next = random(Random),
    element(Next rem ?ACTORS + 1, Actors) ! Me,
    wait(Actors, Sink, Me, Answer, Next, Left - 1, Sum).

wait(Actors, Sink, Me, Answer, Random, Left, Sum) ->
    receive
        {ping, From} ->
            From ! Answer,
            wait(Actors, Sink, Me, Answer, Random, Left, Sum);
        {pong, Number} when Number =:= Random rem ?ACTORS ->
            ask(Actors, Sink, Me, Answer, Random, Left, Sum + Number + 1);
        exit ->
            Sum
    end.
