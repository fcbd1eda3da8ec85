-module(savina_bndbuffer).
-export([new/1]).

-define(CAPACITY, 50).

new(Setting) ->
    Pairs = bench:size(Setting, 4, 40),
    Items = bench:size(Setting, 25, 1000),
    #{units => Pairs * Items,
      repeats => 1,
      run => fun(_) -> run(Pairs, Items) end,
      check => fun(Sum) ->
          Expected = Pairs * (Items * (Items + 1) div 2 + Items),
          bench:check_equal("the sum of all items", Expected, round(Sum / process(0.0)))
      end}.

process(Term) -> process(Term, 25, 2500).

process(Term, _, 0) -> Term;
process(Term, Last, Left) ->
    Random = lehmer:next(Last),
    process(Term + math:log(Random / 2147483648.0 + 0.01), Random, Left - 1).

run(Pairs, Items) ->
    Main = self(),
    Buffer = spawn_link(fun() -> buffer(Pairs, Pairs, queue:new(), 0, queue:new(), queue:new()) end),
    [begin
         spawn_link(fun() -> Main ! {used, consume(Buffer, 0.0)} end),
         spawn_link(fun() -> produce(Buffer, 0.0, Items), Main ! produced end)
     end || _ <- lists:seq(1, Pairs)],
    [receive produced -> ok end || _ <- lists:seq(1, Pairs)],
    lists:sum([receive {used, Sum} -> Sum end || _ <- lists:seq(1, Pairs)]).

%% A producer waits for leave to go on before each item but the first.
produce(Buffer, Last, Left) ->
    Item = process(Last),
    Buffer ! {item, self(), Item},
    receive produce -> ok end,
    case Left of
        1 -> Buffer ! ended;
        _ -> produce(Buffer, Item, Left - 1)
    end.

consume(Buffer, Sum) ->
    Buffer ! {available, self()},
    receive
        {item, Item} -> consume(Buffer, process(Sum + Item));
        stop -> Sum
    end.

%% Producing: how many still do; Size: how many items wait.
buffer(Pairs, Producing, Items, Size, Producers, Consumers) ->
    receive
        {item, Producer, Item} ->
            case queue:out(Consumers) of
                {{value, Consumer}, Others} ->
                    Consumer ! {item, Item},
                    admit(Pairs, Producing, Items, Size, Producers, Others, Producer);
                {empty, _} ->
                    Longer = queue:in(Item, Items),
                    admit(Pairs, Producing, Longer, Size + 1, Producers, Consumers, Producer)
            end;
        {available, Consumer} ->
            case queue:out(Items) of
                {{value, Item}, Rest} ->
                    Consumer ! {item, Item},
                    Waiting = wake(queue:out(Producers)),
                    buffer(Pairs, Producing, Rest, Size - 1, Waiting, Consumers);
                {empty, _} ->
                    free(Pairs, Producing, Items, Size, Producers, queue:in(Consumer, Consumers))
            end;
        ended ->
            free(Pairs, Producing - 1, Items, Size, Producers, Consumers)
    end.

admit(Pairs, Producing, Items, Size, Producers, Consumers, Producer) when Size >= ?CAPACITY - Pairs ->
    buffer(Pairs, Producing, Items, Size, queue:in(Producer, Producers), Consumers);
admit(Pairs, Producing, Items, Size, Producers, Consumers, Producer) ->
    Producer ! produce,
    buffer(Pairs, Producing, Items, Size, Producers, Consumers).

wake({{value, Producer}, Others}) -> Producer ! produce, Others;
wake({empty, None}) -> None.

free(Pairs, 0, Items, Size, Producers, Consumers) ->
    case queue:len(Consumers) of
        Pairs -> [Consumer ! stop || Consumer <- queue:to_list(Consumers)];
        _ -> buffer(Pairs, 0, Items, Size, Producers, Consumers)
    end;
free(Pairs, Producing, Items, Size, Producers, Consumers) ->
    buffer(Pairs, Producing, Items, Size, Producers, Consumers).
