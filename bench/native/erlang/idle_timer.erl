-module(idle_timer).
-export([new/1]).

-define(HOUR, 3600000).

new(Setting) ->
    Count = case Setting of
        #{quick := true} -> 200000;
        _ -> bench:size(Setting, 2000, 1000000)
    end,
    #{measure => fun() -> bytes(Count) end}.

%% The references with which timers are cancelled are counted: they are what a timer is known by.
bytes(Count) ->
    Before = used(),
    Timers = [erlang:send_after(?HOUR, self(), late) || _ <- lists:seq(1, Count)],
    After = used(),
    Stopped = length([Timer || Timer <- Timers, is_integer(erlang:cancel_timer(Timer))]),
    bench:check_equal("the number of timers", Count, Stopped),
    max(0.0, (After - Before) / Count).

used() ->
    garbage_collect(),
    erlang:memory(total).
