-module(savina_bitonicsort).
-export([new/1]).

-define(SEED, 2048).

new(Setting) ->
    Size = bench:size(Setting, 16, 4096),
    Expected = savina_random:weighted_sum(lists:sort(savina_random:values(?SEED, Size))),
    #{units => Size / 2 * layers(2, 1, Size),
      repeats => 1,
      run => fun(_) -> run(Size) end,
      check => fun(Result) -> bench:check_equal("the weighted sum", Expected, Result) end}.

layers(Length, _, Size) when Length > Size -> 0;
layers(Length, Stage, Size) -> Stage + layers(2 * Length, Stage + 1, Size).

run(Size) ->
    Main = self(),
    Sink = spawn(fun() -> sink(1, 0, Main) end),
    Relay = spawn(fun() -> relay(Sink) end),
    Kernel = spawn(fun() -> kernel(Size, Relay) end),
    spawn(fun() -> source(Size, ?SEED, Kernel) end),
    receive {done, Sum} -> Sum end.

source(0, _, Kernel) -> Kernel ! 'end';
source(Left, State, Kernel) ->
    Value = savina_random:next(State),
    Kernel ! Value,
    source(Left - 1, Value, Kernel).

sink(Place, Sum, Main) ->
    receive
        'end' -> Main ! {done, Sum};
        Value -> sink(Place + 1, Sum + Place * Value, Main)
    end.

relay(Next) ->
    receive
        'end' -> Next ! 'end';
        Value -> Next ! Value, relay(Next)
    end.

%% Tells a joiner whom the numbers come from.
marker(Order, Next) ->
    receive
        'end' -> Next ! 'end';
        Value -> Next ! {Order, Value}, marker(Order, Next)
    end.

%% Merges of sequences of two, of four, and so on.
kernel(Size, Next) -> kernel(Size, Size, Next).

kernel(1, _, First) -> relay(First);
kernel(Length, Size, Next) ->
    Merge = spawn(fun() -> merge(Length div 2, Length, Size, Next) end),
    kernel(Length div 2, Size, Merge).

%% Sorts bitonic sequences, by layers.
merge(0, _, _, First) -> relay(First);
merge(I, Length, Size, Next) ->
    Step = spawn(fun() -> step(Length div I, Size div Length * I, I, Length =:= Size, Next) end),
    merge(I div 2, Length, Size, Step).

%% A layer of the network.
step(Length, Sequences, Together, Last, Next) ->
    Forward = case Last of
        true -> Next;
        false -> spawn(fun() -> relay(Next) end)
    end,
    Joiner = spawn(fun() -> joiner(Length, Sequences, Forward) end),
    Parts = [part(I, Length, Last orelse (I div Together) rem 2 =:= 0, Joiner)
             || I <- lists:seq(0, Sequences - 1)],
    relay(spawn(fun() -> splitter(Length, Parts) end)).

part(Order, 2, Up, Joiner) -> spawn(fun() -> comparer(Order, Up, Joiner) end);
part(Order, Length, Up, Joiner) -> spawn(fun() -> partition(Order, Length, Up, Joiner) end).

%% Makes of a bitonic sequence two half as long, with the lesser numbers in one.
partition(Order, Length, Up, Next) ->
    Half = Length div 2,
    Marker = spawn(fun() -> marker(Order, Next) end),
    Joiner = spawn(fun() -> joiner(1, Half, Marker) end),
    Comparers = [spawn(fun() -> comparer(I, Up, Joiner) end) || I <- lists:seq(0, Half - 1)],
    relay(spawn(fun() -> splitter(1, Comparers) end)).

comparer(Order, Up, Next) ->
    receive
        'end' ->
            Next ! 'end';
        First ->
            receive
                Second when (First =< Second) =:= Up ->
                    Next ! {Order, First},
                    Next ! {Order, Second};
                Second ->
                    Next ! {Order, Second},
                    Next ! {Order, First}
            end,
            comparer(Order, Up, Next)
    end.

%% Sends so many to one, as many to the next, and so on in a circle.
splitter(Run, Receivers) -> splitter(0, Run, Receivers, Receivers).

splitter(Run, Run, [_], All) -> splitter(0, Run, All, All);
splitter(Run, Run, [_ | Rest], All) -> splitter(0, Run, Rest, All);
splitter(Sent, Run, [Receiver | _] = Rest, All) ->
    receive
        'end' ->
            lists:foreach(fun(Pid) -> Pid ! 'end' end, All);
        Value ->
            Receiver ! Value,
            splitter(Sent + 1, Run, Rest, All)
    end.

%% What a splitter does, the other way round. What comes too early waits in the mailbox.
joiner(Run, Senders, Next) -> joiner(0, 0, 0, Run, Senders, Next).

joiner(Sent, At, Ended, Run, Senders, Next) when Sent =:= Run ->
    joiner(0, (At + 1) rem Senders, Ended, Run, Senders, Next);
joiner(Sent, At, Senders, Run, Senders, Next) ->
    receive
        {At, Value} ->
            Next ! Value,
            joiner(Sent + 1, At, Senders, Run, Senders, Next)
    after 0 ->
        Next ! 'end'
    end;
joiner(Sent, At, Ended, Run, Senders, Next) ->
    receive
        {At, Value} ->
            Next ! Value,
            joiner(Sent + 1, At, Ended, Run, Senders, Next);
        'end' ->
            joiner(Sent, At, Ended + 1, Run, Senders, Next)
    end.
