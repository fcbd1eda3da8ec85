-module(savina_threadring).
-export([new/1]).

-define(ACTORS, 100).

new(Setting) ->
    Hops = bench:size(Setting, 1001, 100000),
    #{units => Hops,
      repeats => 5,
      run => fun(_) -> run(Hops) end,
      check => fun(Result) -> bench:check_equal("the number of pings", Hops + 1, Result) end}.

run(Hops) ->
    Main = self(),
    Last = spawn_link(fun() -> receive {next, Next} -> member(Main, Next, 0) end end),
    First = lists:foldl(fun(_, Next) -> spawn_link(fun() -> member(Main, Next, 0) end) end, Last,
                        lists:seq(2, ?ACTORS)),
    Last ! {next, First},
    First ! {ping, Hops},
    lists:sum([receive {done, Pings} -> Pings end || _ <- lists:seq(1, ?ACTORS)]).

member(Main, Next, Pings) ->
    receive
        {ping, 0} ->
            Next ! {exit, ?ACTORS - 1},
            member(Main, Next, Pings + 1);
        {ping, Left} ->
            Next ! {ping, Left - 1},
            member(Main, Next, Pings + 1);
        {exit, 0} ->
            Main ! {done, Pings};
        {exit, Left} ->
            Next ! {exit, Left - 1},
            Main ! {done, Pings}
    end.
