-module(savina_sieve).
-export([new/1]).

new(Setting) ->
    Limit = bench:size(Setting, 1000, 100000),
    Each = bench:size(Setting, 50, 1000),
    Expected = lists:sum([N || N <- lists:seq(2, Limit - 1), is_prime(N, 2)]),
    #{units => (Limit - 2) / 2,
      repeats => 1,
      run => fun(_) -> run(Limit, Each) end,
      check => fun(Result) -> bench:check_equal("the sum of the primes", Expected, Result) end}.

is_prime(N, Divisor) when Divisor * Divisor > N -> true;
is_prime(N, Divisor) when N rem Divisor =:= 0 -> false;
is_prime(N, Divisor) -> is_prime(N, Divisor + 1).

run(Limit, Each) ->
    Main = self(),
    First = spawn_link(fun() -> fill([2], 1, Each, Main) end),
    spawn_link(fun() -> produce(3, Limit, First) end),
    receive {done, Sum} -> Sum end.

produce(Candidate, Limit, First) when Candidate < Limit ->
    First ! Candidate,
    produce(Candidate + 2, Limit, First);
produce(_, _, First) ->
    First ! {'end', 0}.

%% Knows fewer primes than it can keep, or knows nobody to send others to.
fill(Primes, Known, Each, Main) ->
    receive
        {'end', Before} ->
            Main ! {done, Before + lists:sum(Primes)};
        Candidate ->
            case divisible(Candidate, Primes) of
                true ->
                    fill(Primes, Known, Each, Main);
                false when Known < Each ->
                    fill(Primes ++ [Candidate], Known + 1, Each, Main);
                false ->
                    Next = spawn_link(fun() -> fill([Candidate], 1, Each, Main) end),
                    filter(Primes, Next)
            end
    end.

filter(Primes, Next) ->
    receive
        {'end', Before} ->
            Next ! {'end', Before + lists:sum(Primes)};
        Candidate ->
            case divisible(Candidate, Primes) of
                true -> ok;
                false -> Next ! Candidate
            end,
            filter(Primes, Next)
    end.

divisible(_, []) -> false;
divisible(Candidate, [Prime | _]) when Candidate rem Prime =:= 0 -> true;
divisible(Candidate, [_ | Primes]) -> divisible(Candidate, Primes).
