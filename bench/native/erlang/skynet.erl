-module(skynet).
-export([new/1]).

-define(CHILDREN, 10).

new(Setting) ->
    Leaves = bench:size(Setting, 1000, 1000000),
    #{units => Leaves,
      repeats => 1,
      run => fun(_) -> run(Leaves) end,
      check => fun(Result) ->
          bench:check_equal("the sum", Leaves * (Leaves - 1) div 2, Result)
      end}.

run(Leaves) ->
    Main = self(),
    spawn(fun() -> node(Main, 0, Leaves) end),
    receive Sum -> Sum end.

node(Parent, Number, 1) ->
    Parent ! Number;
node(Parent, First, Size) ->
    Self = self(),
    Part = Size div ?CHILDREN,
    create(Self, First, Part, ?CHILDREN),
    Parent ! sum(?CHILDREN, 0).

create(_Parent, _First, _Part, 0) -> ok;
create(Parent, First, Part, Left) ->
    spawn(fun() -> node(Parent, First, Part) end),
    create(Parent, First + Part, Part, Left - 1).

sum(0, Sum) -> Sum;
sum(Left, Sum) -> receive Part -> sum(Left - 1, Sum + Part) end.
