-module(savina_fib).
-export([new/1]).

new(Setting) ->
    N = bench:size(Setting, 10, 25),
    Expected = fib(N),
    #{units => 2 * Expected - 1,
      repeats => 3,
      run => fun(_) -> run(N) end,
      check => fun(Result) -> bench:check_equal("the number", Expected, Result) end}.

fib(N) when N =< 2 -> 1;
fib(N) -> fib(N - 1) + fib(N - 2).

run(N) ->
    Main = self(),
    spawn(fun() -> actor(N, Main) end),
    receive Result -> Result end.

actor(N, Parent) when N =< 2 ->
    Parent ! 1;
actor(N, Parent) ->
    Self = self(),
    spawn(fun() -> actor(N - 1, Self) end),
    spawn(fun() -> actor(N - 2, Self) end),
    receive First -> receive Second -> Parent ! First + Second end end.
