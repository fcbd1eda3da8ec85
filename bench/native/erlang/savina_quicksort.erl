-module(savina_quicksort).
-export([new/1]).

-define(THRESHOLD, 2048).

new(Setting) ->
    Size = bench:size(Setting, 10000, 1000000),
    #{units => Size,
      repeats => 3,
      prepare => fun() -> savina_random:values(1024, Size) end,
      run => fun(Values) -> {Values, run(Values, Size)} end,
      check => fun({Values, Sorted}) ->
          bench:check_equal("the number of values", Size, length(Sorted)),
          bench:check_equal("whether they are sorted", true, Sorted =:= lists:sort(Values))
      end}.

run(Values, Size) ->
    Main = self(),
    spawn_link(fun() -> sort(Values, Size, Main, all) end),
    receive {all, Sorted} -> Sorted end.

sort(Values, Size, Parent, Which) when Size < ?THRESHOLD ->
    Parent ! {Which, lists:sort(Values)};
sort(Values, Size, Parent, Which) ->
    Pivot = lists:nth(Size div 2 + 1, Values),
    {Less, LessSize, Equal, Greater, GreaterSize} = divide(Values, Pivot, [], 0, [], [], 0),
    Self = self(),
    spawn_link(fun() -> sort(Less, LessSize, Self, less) end),
    spawn_link(fun() -> sort(Greater, GreaterSize, Self, greater) end),
    receive
        {greater, Right} ->
            receive {less, Left} -> Parent ! {Which, Left ++ Equal ++ Right} end
    end.

%% The parts keep the order of the values.
divide([], _, Less, LessSize, Equal, Greater, GreaterSize) ->
    {lists:reverse(Less), LessSize, Equal, lists:reverse(Greater), GreaterSize};
divide([V | Vs], Pivot, Less, LessSize, Equal, Greater, GreaterSize) when V < Pivot ->
    divide(Vs, Pivot, [V | Less], LessSize + 1, Equal, Greater, GreaterSize);
divide([V | Vs], Pivot, Less, LessSize, Equal, Greater, GreaterSize) when V > Pivot ->
    divide(Vs, Pivot, Less, LessSize, Equal, [V | Greater], GreaterSize + 1);
divide([V | Vs], Pivot, Less, LessSize, Equal, Greater, GreaterSize) ->
    divide(Vs, Pivot, Less, LessSize, [V | Equal], Greater, GreaterSize).
