-module(savina_count).
-export([new/1]).

new(Setting) ->
    Messages = bench:size(Setting, 1000, 1000000),
    #{units => Messages,
      repeats => 3,
      run => fun(_) -> run(Messages) end,
      check => fun(Result) -> bench:check_equal("the number of messages", Messages, Result) end}.

run(Messages) ->
    Main = self(),
    %% Messages that wait are no part of its heap, so no collection has to look at them.
    Counter = spawn_opt(fun() -> count(0) end, [link, {message_queue_data, off_heap}]),
    spawn_link(fun() -> Main ! {done, produce(Counter, Messages)} end),
    receive {done, Count} -> Count end.

produce(Counter, 0) ->
    Counter ! {retrieve, self()},
    receive {count, Count} -> Count end;
produce(Counter, Left) ->
    Counter ! increment,
    produce(Counter, Left - 1).

count(Count) ->
    receive
        increment -> count(Count + 1);
        {retrieve, From} -> From ! {count, Count}
    end.
