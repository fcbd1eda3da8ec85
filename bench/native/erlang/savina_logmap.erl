%% A series waits for the answer to its question alone: what else comes stays in its mailbox. The
%% reference was made right before, so nothing older has to be looked at.
-module(savina_logmap).
-export([new/1]).

new(Setting) ->
    Series = 10,
    Terms = bench:size(Setting, 50, 25000),
    Expected = lists:sum([digits(last(start(Number), rate(Number), Terms) + Terms)
                          || Number <- numbers(Series)]),
    #{units => Series * Terms,
      repeats => 3,
      run => fun(_) -> run(Series, Terms) end,
      check => fun(Sum) -> bench:check_equal("the sum of the last terms", Expected, Sum) end}.

numbers(Series) -> lists:seq(0, Series - 1).

start(Number) -> Number * 0.0025.

rate(Number) -> 3.46 + Number * 0.0025.

next(Term, Rate) -> Rate * Term * (1 - Term).

digits(Term) -> trunc(Term * 1.0e12).

last(Term, _, 0) -> Term;
last(Term, Rate, Left) -> last(next(Term, Rate), Rate, Left - 1).

run(Series, Terms) ->
    Main = self(),
    Pairs = [begin
                 Computer = spawn_link(fun() -> compute(rate(Number)), Main ! ended end),
                 {series(Main, Computer, Number), Computer}
             end || Number <- numbers(Series)],
    ask(Pairs, Terms),
    [Pid ! get || {Pid, _} <- Pairs],
    Sum = lists:sum([receive {term, Term} -> digits(Term) end || _ <- Pairs]),
    [begin Pid ! stop, Computer ! stop end || {Pid, Computer} <- Pairs],
    [begin receive ended -> ok end, receive ended -> ok end end || _ <- Pairs],
    Sum.

ask(_, 0) -> ok;
ask(Pairs, Left) ->
    [Pid ! next || {Pid, _} <- Pairs],
    ask(Pairs, Left - 1).

%% Says its last term plus how many it has made: the terms soon come again and again.
%% Many requests wait, so they are kept where a collection of garbage need not look at them.
series(Main, Computer, Number) ->
    spawn_opt(fun() -> go(Main, Computer, start(Number), 0) end, [link, {message_queue_data, off_heap}]).

go(Main, Computer, Term, Made) ->
    receive
        next ->
            Reference = make_ref(),
            Computer ! {compute, self(), Reference, Term},
            receive {Reference, Next} -> go(Main, Computer, Next, Made + 1) end;
        get ->
            Main ! {term, Term + Made},
            go(Main, Computer, Term, Made);
        stop ->
            Main ! ended
    end.

compute(Rate) ->
    receive
        {compute, From, Reference, Term} ->
            From ! {Reference, next(Term, Rate)},
            compute(Rate);
        stop -> ok
    end.
