-module(savina_fjcreate).
-export([new/1]).

-define(ANGLE, 37.2).

new(Setting) ->
    Actors = bench:size(Setting, 100, 40000),
    Expected = Actors * savina_fjthrput:rounded(savina_fjthrput:compute(?ANGLE)),
    #{units => Actors,
      repeats => 5,
      run => fun(_) -> run(Actors) end,
      check => fun(Result) ->
          bench:check_equal("the sum of the computations", Expected, Result)
      end}.

run(Actors) ->
    Main = self(),
    create(fun() -> receive message -> Main ! handle() end end, Actors),
    sum(Actors, 0).

create(_Body, 0) -> ok;
create(Body, Left) ->
    spawn(Body) ! message,
    create(Body, Left - 1).

handle() ->
    savina_fjthrput:rounded(savina_fjthrput:compute(?ANGLE)).

sum(0, Sum) -> Sum;
sum(Left, Sum) -> receive Result -> sum(Left - 1, Sum + Result) end.
