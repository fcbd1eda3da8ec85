%% The generator that Savina has: numbers of 16 bits.
-module(savina_random).
-export([next/1, values/2, weighted_sum/1]).

%% The next number, which is also the generator's state.
next(Value) ->
    (Value * 1309 + 13849) band 16#ffff.

%% Its first numbers.
values(_Seed, 0) -> [];
values(Seed, Count) ->
    Value = next(Seed),
    [Value | values(Value, Count - 1)].

%% With the places as weights: it is largest if the values are in order.
weighted_sum(Values) -> weighted_sum(Values, 1, 0).

weighted_sum([], _, Sum) -> Sum;
weighted_sum([Value | Values], Place, Sum) -> weighted_sum(Values, Place + 1, Sum + Place * Value).
