%% The map is a table, which a process of Erlang would have for half a million keys.
-module(savina_concdict).
-export([new/1]).

new(Setting) ->
    Workers = 20,
    Operations = bench:size(Setting, 50, 10000),
    Keys = bench:size(Setting, 1000, 16#7fffffff div 4096),
    Writes = lists:sum([writes(Keys, Number, Operations, 0) || Number <- lists:seq(1, Workers)]),
    #{units => Workers * Operations,
      repeats => 3,
      prepare => fun() -> table(Keys) end,
      run => fun(Table) -> run(Table, Keys, Workers, Operations) end,
      check => fun({Right, Written, Left}) ->
          bench:check_equal("the number of answers", Workers * Operations, Right),
          bench:check_equal("the number of writes", Writes, Written),
          bench:check_equal("the number of keys", Keys, Left)
      end}.

table(Keys) ->
    Table = ets:new(dictionary, [set, private]),
    [ets:insert(Table, {Key, Key}) || Key <- lists:seq(0, Keys - 1)],
    Table.

writes(_, _, 0, Writes) -> Writes;
writes(Keys, Random, Left, Writes) ->
    case operation(Keys, Random) of
        {{write, _, _}, Next} -> writes(Keys, Next, Left - 1, Writes + 1);
        {_, Next} -> writes(Keys, Next, Left - 1, Writes)
    end.

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
    receive {written, Writes, Size} -> {Right, Writes, Size} end.

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
            Main ! {written, Writes, ets:info(Table, size)}
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
