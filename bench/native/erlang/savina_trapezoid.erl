-module(savina_trapezoid).
-export([new/1]).

-define(WORKERS, 100).
-define(LEFT, 1.0).
-define(RIGHT, 5.0).

new(Setting) ->
    Pieces = bench:size(Setting, 10000, 10000000),
    Some = bench:size(Setting, 10000, 1000000),
    Expected = area(?LEFT, (?RIGHT - ?LEFT) / Some, 0, Some, 0.0),
    #{units => Pieces,
      repeats => 1,
      run => fun(_) -> run(Pieces) end,
      check => fun({Area, Computed}) ->
          bench:check_equal("the number of pieces", Pieces, Computed),
          case abs(Area - Expected) =< 2.0e-6 of
              true -> ok;
              false -> bench:fail("wrong result: the area is ~w, should be ~w", [Area, Expected])
          end
      end}.

run(Pieces) ->
    Main = self(),
    spawn_link(fun() -> Main ! {done, master((?RIGHT - ?LEFT) / Pieces)} end),
    receive {done, Result} -> Result end.

master(Width) ->
    Master = self(),
    Range = (?RIGHT - ?LEFT) / ?WORKERS,
    lists:foreach(
        fun(I) ->
            Left = Range * I + ?LEFT,
            Worker = spawn_link(fun() -> worker(Master) end),
            Worker ! {part, Left, Left + Range, Width}
        end, lists:seq(0, ?WORKERS - 1)),
    collect(?WORKERS, 0.0, 0).

collect(0, Area, Pieces) -> {Area, Pieces};
collect(Missing, Area, Pieces) ->
    receive {area, Part, Count} -> collect(Missing - 1, Area + Part, Pieces + Count) end.

worker(Master) ->
    receive
        {part, Left, Right, Width} ->
            Count = round((Right - Left) / Width),
            Master ! {area, area(Left, Width, 0, Count, 0.0), Count}
    end.

area(_, _, Count, Count, Sum) -> Sum;
area(Left, Width, I, Count, Sum) ->
    From = I * Width + Left,
    To = From + Width,
    area(Left, Width, I + 1, Count, Sum + (height(From) + height(To)) / 2 * Width).

height(X) ->
    Wave = math:sin(math:pow(X, 3) - 1),
    Wave / (X + 1) * math:sqrt(1 + math:exp(math:sqrt(2 * X))).
