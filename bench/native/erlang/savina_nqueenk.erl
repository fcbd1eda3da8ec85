-module(savina_nqueenk).
-export([new/1]).

-define(WORKERS, 20).
-define(THRESHOLD, 4).

new(Setting) ->
    Size = bench:size(Setting, 6, 12),
    All = (1 bsl Size) - 1,
    Expected = count(All, 0, 0, 0),
    #{units => Expected,
      repeats => 3,
      run => fun(_) -> run(Size) end,
      check => fun(Result) -> bench:check_equal("the number of solutions", Expected, Result) end}.

%% In another way: with the board as bit sets.
count(All, All, _, _) -> 1;
count(All, Columns, Left, Right) ->
    count(All band bnot (Columns bor Left bor Right), All, Columns, Left, Right).

count(0, _, _, _, _) -> 0;
count(Free, All, Columns, Left, Right) ->
    Queen = Free band -Free,
    count(All, Columns bor Queen, (Left bor Queen) bsl 1, (Right bor Queen) bsr 1)
        + count(Free band (Free - 1), All, Columns, Left, Right).

run(Size) ->
    Main = self(),
    spawn_link(fun() -> Main ! {done, master(Size)} end),
    receive {done, Solutions} -> Solutions end.

master(Size) ->
    Master = self(),
    Workers = list_to_tuple(
        [spawn_link(fun() -> worker(Size, Master) end) || _ <- lists:seq(1, ?WORKERS)]),
    share({board, 0, []}, Workers, 0),
    Solutions = master(Workers, 1, 0, 0),
    lists:foreach(fun(Worker) -> Worker ! stop end, tuple_to_list(Workers)),
    lists:foreach(fun(_) -> receive stop -> ok end end, tuple_to_list(Workers)),
    Solutions.

master(_, Sent, Sent, Solutions) -> Solutions;
master(Workers, Sent, Done, Solutions) ->
    receive
        solution ->
            master(Workers, Sent, Done, Solutions + 1);
        done ->
            master(Workers, Sent, Done + 1, Solutions);
        Board ->
            share(Board, Workers, Sent),
            master(Workers, Sent + 1, Done, Solutions)
    end.

share(Board, Workers, Sent) ->
    element(Sent rem ?WORKERS + 1, Workers) ! Board.

worker(Size, Master) ->
    receive
        {board, Row, Queens} when Row < ?THRESHOLD ->
            divide(0, Size, Row, Queens, Master),
            Master ! done,
            worker(Size, Master);
        {board, Row, Queens} ->
            search(Size - Row, Size, Queens, Master),
            Master ! done,
            worker(Size, Master);
        stop ->
            Master ! stop
    end.

divide(Size, Size, _, _, _) -> ok;
divide(Column, Size, Row, Queens, Master) ->
    case safe(Column, Column, Column, Queens) of
        true -> Master ! {board, Row + 1, [Column | Queens]};
        false -> ok
    end,
    divide(Column + 1, Size, Row, Queens, Master).

search(0, _, _, Master) -> Master ! solution;
search(Left, Size, Queens, Master) -> search(0, Left, Size, Queens, Master).

search(Size, _, Size, _, _) -> ok;
search(Column, Left, Size, Queens, Master) ->
    case safe(Column, Column, Column, Queens) of
        true -> search(Left - 1, Size, [Column | Queens], Master);
        false -> ok
    end,
    search(Column + 1, Left, Size, Queens, Master).

%% Queens are in a list, the last one first.
safe(_, _, _, []) -> true;
safe(Column, Left, Right, [Queen | Queens]) ->
    Queen =/= Column andalso Queen =/= Left - 1 andalso Queen =/= Right + 1
        andalso safe(Column, Left - 1, Right + 1, Queens).
