%% The map is a table, which a process of Erlang would have for half a million keys.
-module(savina_concdict).
-export([new/1]).

new(Setting) ->
    Workers = 20,
    Operations = bench:size(Setting, 50, 10000),
    Keys = bench:size(Setting, 1000, 16#7fffffff div 4096),
    Written = [written(Keys, Number, Operations) || Number <- lists:seq(1, Workers)],
    Writes = lists:sum([length(Each) || Each <- Written]),
    persistent_term:put(?MODULE, last_written(Written)),
    #{units => Workers * Operations,
      repeats => 3,
      prepare => fun() -> table(Keys) end,
      run => fun(Table) -> run(Table, Keys, Workers, Operations) end,
      check => fun({Right, Count, Table}) ->
          bench:check_equal("the number of answers", Workers * Operations, Right),
          bench:check_equal("the number of writes", Writes, Count),
          bench:check_equal("the number of keys", Keys, ets:info(Table, size)),
          bench:check_equal("the number of keys with a value that was not written last",
                            0, wrong_values(Table))
      end}.

table(Keys) ->
    Table = ets:new(dictionary, [set, private]),
    [ets:insert(Table, {Key, Key}) || Key <- lists:seq(0, Keys - 1)],
    Table.

%% What a worker writes, in its order.
written(_, _, 0) -> [];
written(Keys, Random, Left) ->
    case operation(Keys, Random) of
        {{write, Key, Value}, Next} -> [{Key, Value} | written(Keys, Next, Left - 1)];
        {_, Next} -> written(Keys, Next, Left - 1)
    end.

%% What a key may have in the end: the last that some worker has written there. The last of equal
%% keys is what a map keeps of a list.
last_written(Written) ->
    lists:foldl(
        fun({Key, Value}, Last) -> maps:update_with(Key, fun(More) -> [Value | More] end, [Value], Last) end,
        #{},
        lists:append([maps:to_list(maps:from_list(Each)) || Each <- Written])).

wrong_values(Table) ->
    Last = persistent_term:get(?MODULE),
    ets:foldl(
        fun({Key, Value}, Wrong) ->
            case lists:member(Value, maps:get(Key, Last, [Key])) of
                true -> Wrong;
                false -> Wrong + 1
            end
        end,
        0,
        Table).

run(Table, Keys, Workers, Operations) ->
    Main = self(),
    Owner = spawn_link(fun() ->
        receive {'ETS-TRANSFER', Table, _, _} -> own(Main, Table, 0) end
    end),
    ets:give_away(Table, Owner, none),
    [spawn_link(fun() -> Main ! {right, ask(Owner, Keys, Number, Operations, 0)} end)
     || Number <- lists:seq(1, Workers)],
    Right = lists:sum([receive {right, Each} -> Each end || _ <- lists:seq(1, Workers)]),
    Owner ! stop,
    receive {'ETS-TRANSFER', Table, _, Writes} -> {Right, Writes, Table} end.

own(Main, Table, Writes) ->
    receive
        {read, From, Key} ->
            From ! {answer, ets:lookup_element(Table, Key, 2)},
            own(Main, Table, Writes);
        {write, From, Key, Value} ->
            ets:insert(Table, {Key, Value}),
            From ! {answer, Value},
            own(Main, Table, Writes + 1);
        stop ->
            ets:give_away(Table, Main, Writes)
    end.

ask(_, _, _, 0, Right) -> Right;
ask(Owner, Keys, Random, Left, Right) ->
    case operation(Keys, Random) of
        {{write, Key, Value}, Next} ->
            Owner ! {write, self(), Key, Value},
            receive
                {answer, Value} -> ask(Owner, Keys, Next, Left - 1, Right + 1);
                {answer, _} -> ask(Owner, Keys, Next, Left - 1, Right)
            end;
        {{read, Key}, Next} ->
            Owner ! {read, self(), Key},
            receive
                {answer, Value} when Value rem Keys =:= Key ->
                    ask(Owner, Keys, Next, Left - 1, Right + 1);
                {answer, _} -> ask(Owner, Keys, Next, Left - 1, Right)
            end
    end.

operation(Keys, Random0) ->
    Random1 = lehmer:next(Random0),
    Random2 = lehmer:next(Random1),
    Key = Random2 rem Keys,
    case Random1 rem 100 < 10 of
        true ->
            Random3 = lehmer:next(Random2),
            {{write, Key, Key + Keys * (Random3 rem 4096)}, Random3};
        false ->
            {{read, Key}, Random2}
    end.
