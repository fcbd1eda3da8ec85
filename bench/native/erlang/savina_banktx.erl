%% An account waits for its receipt alone: what else comes stays in its mailbox. The reference was
%% made right before, so nothing older has to be looked at.
-module(savina_banktx).
-export([new/1]).

-define(INITIAL_BALANCE, 1000000000).

new(Setting) ->
    Accounts = bench:size(Setting, 20, 1000),
    Transfers = bench:size(Setting, 100, 50000),
    Expected = expected(Accounts, 123456, Transfers, 0)
        + ?INITIAL_BALANCE * Accounts * (Accounts + 1) div 2,
    #{units => Transfers,
      repeats => 3,
      run => fun(_) -> run(Accounts, Transfers) end,
      check => fun(Sum) -> bench:check_equal("the sum of all statements", Expected, Sum) end}.

%% Each transfer changes the sum by what it moves, times how far.
expected(_, _, 0, Sum) -> Sum;
expected(Accounts, Random, Left, Sum) ->
    {From, To, Amount, Next} = transfer(Accounts, Random),
    expected(Accounts, Next, Left - 1, Sum + (To - From) * Amount).

transfer(Accounts, Random) ->
    First = lehmer:next(Random),
    Second = lehmer:next(First),
    Third = lehmer:next(Second),
    From = First rem (Accounts div 10 * 8),
    {From, From + max(1, Second rem (Accounts - From)), Third rem 1000 + 1, Third}.

run(Accounts, Transfers) ->
    Main = self(),
    spawn_link(fun() -> teller(Main, Accounts, Transfers) end),
    lists:sum([receive {statement, Each} -> Each end || _ <- lists:seq(1, Accounts)]).

teller(Main, Accounts, Transfers) ->
    Self = self(),
    Pids = [spawn_link(fun() -> account(Main, Self, Number, ?INITIAL_BALANCE) end)
            || Number <- lists:seq(1, Accounts)],
    order(list_to_tuple(Pids), 123456, Transfers),
    collect(Transfers),
    [Pid ! stop || Pid <- Pids].

order(_, _, 0) -> ok;
order(Accounts, Random, Left) ->
    {From, To, Amount, Next} = transfer(tuple_size(Accounts), Random),
    element(From + 1, Accounts) ! {transfer, Amount, element(To + 1, Accounts)},
    order(Accounts, Next, Left - 1).

collect(0) -> ok;
collect(Left) -> receive receipt -> collect(Left - 1) end.

account(Main, Teller, Number, Balance) ->
    receive
        {transfer, Amount, To} ->
            Reference = make_ref(),
            To ! {deposit, Amount, self(), Reference},
            receive Reference -> Teller ! receipt end,
            account(Main, Teller, Number, Balance - Amount);
        {deposit, Amount, From, Reference} ->
            From ! Reference,
            account(Main, Teller, Number, Balance + Amount);
        stop ->
            Main ! {statement, Number * Balance}
    end.
