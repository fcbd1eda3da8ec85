-module(savina_radixsort).
-export([new/1]).

-define(BITS, 60).
-define(SEED, 2048).

new(Setting) ->
    Size = bench:size(Setting, 100, 100000),
    Expected = savina_random:weighted_sum(lists:sort(savina_random:values(?SEED, Size))),
    #{units => Size * (?BITS + 1),
      repeats => 1,
      run => fun(_) -> run(Size) end,
      check => fun(Result) -> bench:check_equal("the weighted sum", Expected, Result) end}.

run(Size) ->
    Main = self(),
    Sink = spawn_link(fun() -> Main ! {done, sink(Size, 1, 0)} end),
    First = lists:foldl(
        fun(Bit, Next) ->
            spawn_link(fun() -> stage(Size, 1 bsl Bit, Next, []) end)
        end, Sink, lists:seq(?BITS - 1, 0, -1)),
    spawn_link(fun() -> source(Size, ?SEED, First) end),
    receive {done, Sum} -> Sum end.

source(0, _, _) -> ok;
source(Left, State, First) ->
    Value = savina_random:next(State),
    First ! Value,
    source(Left - 1, Value, First).

%% Sends on those with a zero at once, and those with a one when all have come.
stage(0, _, Next, Ones) ->
    lists:foreach(fun(Value) -> Next ! Value end, lists:reverse(Ones));
stage(Left, Radix, Next, Ones) ->
    receive
        Value when Value band Radix =:= 0 ->
            Next ! Value,
            stage(Left - 1, Radix, Next, Ones);
        Value ->
            stage(Left - 1, Radix, Next, [Value | Ones])
    end.

sink(Size, Place, Sum) when Place > Size -> Sum;
sink(Size, Place, Sum) ->
    receive Value -> sink(Size, Place + 1, Sum + Place * Value) end.
