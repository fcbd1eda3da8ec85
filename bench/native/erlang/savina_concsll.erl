-module(savina_concsll).
-export([new/1]).

new(Setting) ->
    Workers = 20,
    Operations = bench:size(Setting, 50, 1500, 8000),
    Written = lists:sort(lists:append([written(Number, Operations) || Number <- lists:seq(1, Workers)])),
    persistent_term:put(?MODULE, maps:from_keys(Written, true)),
    #{units => Workers * Operations,
      repeats => 1,
      run => fun(_) -> run(Workers, Operations) end,
      check => fun({Right, Checksum}) ->
          bench:check_equal("the number of answers", Workers * Operations, Right),
          bench:check_equal("the list", checksum(Written), Checksum)
      end}.

written(_, 0) -> [];
written(Random, Left) ->
    case operation(Random) of
        {{write, Value}, Next} -> [Value | written(Next, Left - 1)];
        {_, Next} -> written(Next, Left - 1)
    end.

checksum(List) ->
    {Sum, _} = lists:foldl(fun(Value, {Sum, Place}) -> {Sum + Place * Value, Place + 1} end, {0, 1}, List),
    Sum.

run(Workers, Operations) ->
    Main = self(),
    Owner = spawn_link(fun() -> own(Main, []) end),
    [spawn_link(fun() -> Main ! {right, ask(Owner, Number, Operations)} end)
     || Number <- lists:seq(1, Workers)],
    Right = lists:sum([receive {right, Each} -> Each end || _ <- lists:seq(1, Workers)]),
    Owner ! stop,
    receive {list, Checksum} -> {Right, Checksum} end.

own(Main, List) ->
    receive
        {contains, From, Value} ->
            From ! {answer, contains(Value, List)},
            own(Main, List);
        {write, From, Value} ->
            From ! {answer, Value},
            own(Main, add(Value, List));
        {size, From} ->
            From ! {answer, length(List)},
            own(Main, List);
        stop ->
            Main ! {list, checksum(List)}
    end.

add(Value, [First | Rest]) when First =< Value -> [First | add(Value, Rest)];
add(Value, List) -> [Value | List].

contains(Value, [First | Rest]) when First < Value -> contains(Value, Rest);
contains(Value, [Value | _]) -> 1;
contains(_, _) -> 0.

ask(Owner, Random, Operations) ->
    ask(Owner, Random, Operations, 0, 0, #{}, persistent_term:get(?MODULE)).

%% Mine is what is there for sure: this worker has written it. Any is what some worker writes,
%% sooner or later.
ask(_, _, 0, Right, _, _, _) -> Right;
ask(Owner, Random, Left, Right, Size, Mine, Any) ->
    case operation(Random) of
        {size, Next} ->
            Owner ! {size, self()},
            receive
                {answer, Answer} when Answer >= Size ->
                    ask(Owner, Next, Left - 1, Right + 1, Answer, Mine, Any);
                {answer, _} -> ask(Owner, Next, Left - 1, Right, Size, Mine, Any)
            end;
        {{write, Value}, Next} ->
            Owner ! {write, self(), Value},
            receive
                {answer, Value} ->
                    ask(Owner, Next, Left - 1, Right + 1, Size, Mine#{Value => true}, Any);
                {answer, _} -> ask(Owner, Next, Left - 1, Right, Size, Mine, Any)
            end;
        {{contains, Value}, Next} ->
            Owner ! {contains, self(), Value},
            receive
                {answer, 0} when not is_map_key(Value, Mine) ->
                    ask(Owner, Next, Left - 1, Right + 1, Size, Mine, Any);
                {answer, 1} when is_map_key(Value, Any) ->
                    ask(Owner, Next, Left - 1, Right + 1, Size, Mine, Any);
                {answer, _} -> ask(Owner, Next, Left - 1, Right, Size, Mine, Any)
            end
    end.

operation(Random0) ->
    Random1 = lehmer:next(Random0),
    Percent = Random1 rem 100,
    if
        Percent < 1 ->
            {size, Random1};
        true ->
            Random2 = lehmer:next(Random1),
            Value = Random2 rem 65536,
            case Percent < 11 of
                true -> {{write, Value}, Random2};
                false -> {{contains, Value}, Random2}
            end
    end.
