%% A process waits for a message. There is no outside in Erlang: who sends is a process, which has
%% slept before.
-module(latency_message).
-export([new/1]).

new(#{variant := "p" ++ Percent} = Setting) ->
    Times = case Setting of
        #{quick := true} -> 300;
        _ -> bench:size(Setting, 5, 1000)
    end,
    Receiver = spawn_link(fun receiver/0),
    #{measure => fun() -> percentile(number(Percent), ask_often(Receiver, Times, [])) end}.

number(Percent) ->
    try list_to_float(Percent) catch error:badarg -> list_to_integer(Percent) end.

ask_often(_Receiver, 0, Latencies) ->
    Latencies;
ask_often(Receiver, Left, Latencies) ->
    timer:sleep(1),
    Start = erlang:monotonic_time(),
    Receiver ! {self(), Left},
    receive
        {answer, Answered, Time} ->
            bench:check_equal("the answered question", Left, Answered),
            Nanos = erlang:convert_time_unit(Time - Start, native, nanosecond),
            ask_often(Receiver, Left - 1, [Nanos | Latencies])
    end.

percentile(Percent, Latencies) ->
    Rank = ceil(Percent / 100 * length(Latencies)),
    float(lists:nth(Rank, lists:sort(Latencies))).

receiver() ->
    receive
        {From, Question} ->
            Time = erlang:monotonic_time(),
            From ! {answer, Question, Time},
            receiver()
    end.
