%% A block is a binary, 32 bits for each distance: binaries are shared, not copied, when they are
%% sent.
-module(savina_apsp).
-export([new/1]).

-define(LONGEST, 100).

new(Setting) ->
    Vertices = bench:size(Setting, 20, 300),
    Size = bench:size(Setting, 5, 50),
    Blocks = Vertices div Size,
    Graph = graph(Vertices),
    Expected = expect(Graph, Vertices),
    #{units => Vertices * 2 * Blocks * Blocks * (Blocks - 1),
      repeats => 1,
      prepare => fun() -> [part(N, Graph, Size, Blocks) || N <- numbers(Blocks)] end,
      run => fun(Parts) -> run(Parts, Vertices, Size, Blocks) end,
      check => fun(Result) ->
          bench:check_equal("the weighted sum of the distances", Expected, Result)
      end}.

numbers(Blocks) -> lists:seq(0, Blocks * Blocks - 1).

%% The distances by row and column.
graph(Vertices) ->
    Pairs = [{I, J} || I <- lists:seq(0, Vertices - 1), J <- lists:seq(I + 1, Vertices - 1)],
    {Edges, _} = lists:mapfoldl(
        fun(Pair, State) ->
            Next = savina_random:next(State),
            {{Pair, Next rem ?LONGEST + 1}, Next}
        end, Vertices, Pairs),
    Half = maps:from_list(Edges),
    list_to_tuple(
        [list_to_tuple([edge(I, J, Half) || J <- lists:seq(0, Vertices - 1)])
         || I <- lists:seq(0, Vertices - 1)]).

edge(I, I, _) -> 0;
edge(I, J, Half) -> maps:get({min(I, J), max(I, J)}, Half).

at(Graph, I, J) -> element(J + 1, element(I + 1, Graph)).

part(Number, Graph, Size, Blocks) ->
    Row = Number div Blocks * Size,
    Column = Number rem Blocks * Size,
    << <<(at(Graph, Row + I, Column + J)):32>>
       || I <- lists:seq(0, Size - 1), J <- lists:seq(0, Size - 1)>>.

%% The same by one process.
expect(Graph, Vertices) ->
    Rows = [tuple_to_list(Row) || Row <- tuple_to_list(Graph)],
    Distances = lists:foldl(
        fun(K, Now) ->
            Via = lists:nth(K + 1, Now),
            [begin
                 To = lists:nth(K + 1, Row),
                 lists:zipwith(fun(D, V) -> min(D, To + V) end, Row, Via)
             end || Row <- Now]
        end, Rows, lists:seq(0, Vertices - 1)),
    savina_random:weighted_sum(lists:append(Distances)).

run(Parts, Vertices, Size, Blocks) ->
    Main = self(),
    spawn_link(fun() -> Main ! {done, master(Parts, Vertices, Size, Blocks)} end),
    receive {done, Sum} -> Sum end.

master(Parts, Vertices, Size, Blocks) ->
    Master = self(),
    All = lists:zipwith(
        fun(Number, Part) ->
            {Number,
             spawn_link(fun() -> block(Number, Part, Vertices, Size, Blocks, Master) end)}
        end, numbers(Blocks), Parts),
    lists:foreach(
        fun({Number, Pid}) ->
            Pid ! {neighbours, [Other || {N, Other} <- All, neighbour(N, Number, Blocks)]}
        end, All),
    lists:sum([receive {sum, Sum} -> Sum end || _ <- All]).

neighbour(N, M, Blocks) ->
    (N div Blocks =:= M div Blocks) =/= (N rem Blocks =:= M rem Blocks).

block(Number, Part, Vertices, Size, Blocks, Master) ->
    receive {neighbours, Neighbours} -> ok end,
    Count = length(Neighbours),
    Last = lists:foldl(
        fun(Step, Mine) ->
            lists:foreach(fun(Pid) -> Pid ! {Step, Number, Mine} end, Neighbours),
            Via = Step div Size,
            LeftNumber = Number div Blocks * Blocks + Via,
            AboveNumber = Via * Blocks + Number rem Blocks,
            {Left, Above} =
                collect(Count, Step, LeftNumber, AboveNumber,
                        own(LeftNumber, Number, Mine), own(AboveNumber, Number, Mine)),
            through(Mine, Left, Above, Step rem Size, Size)
        end, Part, lists:seq(0, Vertices - 1)),
    Master ! {sum, sum(Last, 0, Number div Blocks * Size, Number rem Blocks * Size, Size, Vertices, 0)}.

own(Number, Number, Mine) -> Mine;
own(_, _, _) -> none.

%% Messages of neighbours that are ahead stay where they are.
collect(0, _, _, _, Left, Above) -> {Left, Above};
collect(Missing, Step, LeftNumber, AboveNumber, Left, Above) ->
    receive
        {Step, LeftNumber, Block} ->
            collect(Missing - 1, Step, LeftNumber, AboveNumber, Block, Above);
        {Step, AboveNumber, Block} ->
            collect(Missing - 1, Step, LeftNumber, AboveNumber, Left, Block);
        {Step, _, _} ->
            collect(Missing - 1, Step, LeftNumber, AboveNumber, Left, Above)
    end.

through(Mine, Left, Above, Inner, Size) ->
    Via = binary:part(Above, Inner * Size * 4, Size * 4),
    rows(Mine, Left, Via, Inner * 4, Size * 4, 0, <<>>).

rows(<<>>, _, _, _, _, _, Next) -> Next;
rows(Mine, Left, Via, Inner, Width, Row, Next) ->
    At = Row * Width + Inner,
    <<_:At/binary, To:32, _/binary>> = Left,
    row(Via, Mine, To, Left, Via, Inner, Width, Row, Next).

row(<<V:32, Vs/binary>>, <<D:32, Ds/binary>>, To, Left, Via, Inner, Width, Row, Next)
        when To + V < D ->
    row(Vs, Ds, To, Left, Via, Inner, Width, Row, <<Next/binary, (To + V):32>>);
row(<<_:32, Vs/binary>>, <<D:32, Ds/binary>>, To, Left, Via, Inner, Width, Row, Next) ->
    row(Vs, Ds, To, Left, Via, Inner, Width, Row, <<Next/binary, D:32>>);
row(<<>>, Mine, _, Left, Via, Inner, Width, Row, Next) ->
    rows(Mine, Left, Via, Inner, Width, Row + 1, Next).

sum(<<>>, _, _, _, _, _, Sum) -> Sum;
sum(<<D:32, Ds/binary>>, I, Row, Column, Size, Vertices, Sum) ->
    Weight = (Row + I div Size) * Vertices + Column + I rem Size + 1,
    sum(Ds, I + 1, Row, Column, Size, Vertices, Sum + D * Weight).
