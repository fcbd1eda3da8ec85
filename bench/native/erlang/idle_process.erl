-module(idle_process).
-export([new/1]).

new(Setting) ->
    Count = case Setting of
        #{quick := true} -> 200000;
        _ -> bench:size(Setting, 2000, 1000000)
    end,
    #{measure => fun() -> bytes(Count) end}.

bytes(Count) ->
    Before = used(),
    Idlers = [spawn_link(fun idler/0) || _ <- lists:seq(1, Count)],
    %% A cons cell for each, which is not the idler's own.
    Cells = 2 * erlang:system_info(wordsize) * Count,
    After = used(),
    [Idler ! {self(), stop} || Idler <- Idlers],
    [receive stopped -> ok end || _ <- Idlers],
    max(0.0, (After - Before - Cells) / Count).

used() ->
    garbage_collect(),
    erlang:memory(total).

idler() ->
    receive {From, stop} -> From ! stopped end.
