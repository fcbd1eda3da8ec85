-module(savina_cigsmok).
-export([new/1]).

new(Setting) ->
    Smokers = 200,
    Rounds = bench:size(Setting, 50, 1000),
    Expected = expected(1, Rounds, 0),
    #{units => Rounds,
      repeats => 15,
      run => fun(_) -> run(Smokers, Rounds) end,
      check => fun(Sum) -> bench:check_equal("the sum of all that was smoked", Expected, Sum) end}.

expected(_, 0, Sum) -> Sum;
expected(Random, Left, Sum) ->
    {_, Draws, Next} = choose(Random, 1),
    expected(Next, Left - 1, Sum + lehmer:busy(Draws)).

choose(Random, Smokers) ->
    First = lehmer:next(Random),
    Second = lehmer:next(First),
    {First rem Smokers + 1, Second rem 1000 + 10, Second}.

run(Smokers, Rounds) ->
    Main = self(),
    spawn_link(fun() -> arbiter(Main, Smokers, Rounds) end),
    lists:sum([receive {smoked, Sum} -> Sum end || _ <- lists:seq(1, Smokers)]).

arbiter(Main, Smokers, Rounds) ->
    Self = self(),
    Pids = [spawn_link(fun() -> Main ! {smoked, smoke(Self, 0)} end) || _ <- lists:seq(1, Smokers)],
    arbitrate(list_to_tuple(Pids), 1, Rounds),
    [Pid ! exit || Pid <- Pids].

arbitrate(_, _, 0) -> ok;
arbitrate(Smokers, Random, Left) ->
    {Smoker, Draws, Next} = choose(Random, tuple_size(Smokers)),
    element(Smoker, Smokers) ! {smoke, Draws},
    receive started -> arbitrate(Smokers, Next, Left - 1) end.

smoke(Arbiter, Sum) ->
    receive
        {smoke, Draws} ->
            Arbiter ! started,
            smoke(Arbiter, Sum + lehmer:busy(Draws));
        exit ->
            Sum
    end.
