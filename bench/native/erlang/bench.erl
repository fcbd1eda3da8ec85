%% Plays the contender "erlang" in the benchmarks. It speaks the protocol of
%% dev.heddle.bench.Protocol. The work of the benchmark some-name is the module some_name, whose
%% new(Setting) gives a map:
%%   units   => by how many a run's time is divided
%%   repeats => how many runs make a round, of which the median counts
%%   prepare => fun() -> Input, before each run, not timed (may be left out)
%%   run     => fun(Input) -> Result, does it once
%%   check   => fun(Result), after each run, not timed; calls check_equal/3 or fail/2
%% or in place of all these
%%   measure => fun() -> Cost, does a round
%% Setting is a map with variant (a string), workers, tiny (whether it is only to be seen that it
%% works) and quick (whether to do less, where the real size takes long).
-module(bench).
-export([main/1, size/3, size/4, fail/2, check_equal/3]).

main([Benchmark, _Contender, Variant, Workers, Scale, AtLeast, _AtMost]) ->
    Setting = #{variant => Variant, workers => list_to_integer(Workers), tiny => Scale =:= "TINY",
                quick => Scale =:= "QUICK"},
    Main = self(),
    spawn_link(fun() -> Main ! {requests, self()}, serve(module(Benchmark), Setting, AtLeast) end),
    Server = receive {requests, Pid} -> Pid end,
    listen(Server).

module(Benchmark) ->
    list_to_atom(lists:map(fun($-) -> $_; (C) -> C end, Benchmark)).

%% At the end of the input the program ends, even in the middle of a round.
listen(Server) ->
    case io:get_line("") of
        eof -> erlang:halt(0, [{flush, false}]);
        Line -> Server ! {request, string:trim(Line)}, listen(Server)
    end.

serve(Module, Setting, AtLeast) ->
    case code:ensure_loaded(Module) of
        {module, _} -> ok;
        {error, _} -> fail("there is no benchmark ~s in Erlang", [Module])
    end,
    Work = Module:new(Setting),
    Start = erlang:monotonic_time(millisecond),
    Rounds = warm_up(Work, Start, list_to_integer(AtLeast), 0),
    say("ready ~b ~b true", [Rounds, erlang:monotonic_time(millisecond) - Start]),
    rounds(Work).

warm_up(Work, Start, AtLeast, Rounds) ->
    say("warming ~w", [measure(Work)]),
    case erlang:monotonic_time(millisecond) - Start < AtLeast of
        true -> warm_up(Work, Start, AtLeast, Rounds + 1);
        false -> Rounds + 1
    end.

rounds(Work) ->
    receive
        {request, "round"} ->
            garbage_collect(),
            say("cost ~w", [measure(Work)]),
            rounds(Work);
        {request, Other} ->
            fail("unknown request: ~s", [Other])
    end.

measure(#{measure := Measure}) ->
    Measure();
measure(#{units := Units, repeats := Repeats} = Work) ->
    Costs = lists:sort([cost(Work, Units) || _ <- lists:seq(1, Repeats)]),
    (lists:nth((Repeats + 1) div 2, Costs) + lists:nth(Repeats div 2 + 1, Costs)) / 2.

%% Each run in a process of its own, so that none inherits the heap of another. Results that wait
%% for it are no part of its heap, so no collection has to look at them.
cost(#{run := Run, check := Check} = Work, Units) ->
    Prepare = maps:get(prepare, Work, fun() -> none end),
    Parent = self(),
    spawn_opt(fun() ->
        Input = Prepare(),
        Start = erlang:monotonic_time(),
        Result = Run(Input),
        Nanos = erlang:convert_time_unit(erlang:monotonic_time() - Start, native, nanosecond),
        Check(Result),
        Parent ! {nanos, Nanos}
    end, [link, {message_queue_data, off_heap}]),
    receive {nanos, Nanos} -> Nanos / Units end.

size(#{quick := true}, _Tiny, Quick, _Real) -> Quick;
size(Setting, Tiny, _Quick, Real) -> size(Setting, Tiny, Real).

size(#{tiny := true}, Tiny, _Real) -> Tiny;
size(#{tiny := false}, _Tiny, Real) -> Real.

say(Format, Args) ->
    io:format(Format ++ "~n", Args).

fail(Format, Args) ->
    say("error " ++ Format, Args),
    erlang:halt(1).

check_equal(_What, Expected, Expected) -> ok;
check_equal(What, Expected, Actual) ->
    fail("wrong result: ~s is ~w, should be ~w", [What, Actual, Expected]).
