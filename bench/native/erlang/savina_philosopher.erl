-module(savina_philosopher).
-export([new/1]).

new(Setting) ->
    Philosophers = 20,
    Rounds = bench:size(Setting, 50, 10000),
    #{units => Philosophers * Rounds,
      repeats => 3,
      run => fun(_) -> run(Philosophers, Rounds) end,
      check => fun({Eaten, Seen}) ->
          bench:check_equal("the number of meals", Philosophers * Rounds, Eaten),
          bench:check_equal("the number of meals that the arbitrator has seen", Philosophers * Rounds, Seen)
      end}.

run(Philosophers, Rounds) ->
    Main = self(),
    Arbitrator = spawn_link(fun() -> Main ! {seen, arbitrate(Philosophers, Philosophers, 0, 0)} end),
    [spawn_link(fun() -> Main ! {eaten, dine(Arbitrator, Number, Rounds, 0)} end)
     || Number <- lists:seq(0, Philosophers - 1)],
    Eaten = lists:sum([receive {eaten, Meals} -> Meals end || _ <- lists:seq(1, Philosophers)]),
    receive {seen, Seen} -> {Eaten, Seen} end.

dine(Arbitrator, _, Rounds, Rounds) ->
    Arbitrator ! exit,
    Rounds;
dine(Arbitrator, Number, Rounds, Meals) ->
    Arbitrator ! {hungry, self(), Number},
    receive
        eat ->
            Arbitrator ! {done, Number},
            dine(Arbitrator, Number, Rounds, Meals + 1);
        denied ->
            dine(Arbitrator, Number, Rounds, Meals)
    end.

%% The forks that are taken are the bits of a number.
arbitrate(_, 0, _, Meals) -> Meals;
arbitrate(Philosophers, Dining, Taken, Meals) ->
    receive
        {hungry, From, Number} ->
            case forks(Number, Philosophers) of
                Forks when Forks band Taken =:= 0 ->
                    From ! eat,
                    arbitrate(Philosophers, Dining, Taken bor Forks, Meals);
                _ ->
                    From ! denied,
                    arbitrate(Philosophers, Dining, Taken, Meals)
            end;
        {done, Number} ->
            case forks(Number, Philosophers) of
                Forks when Forks band Taken =:= Forks ->
                    arbitrate(Philosophers, Dining, Taken band bnot Forks, Meals + 1);
                Forks ->
                    arbitrate(Philosophers, Dining, Taken band bnot Forks, Meals)
            end;
        exit ->
            arbitrate(Philosophers, Dining - 1, Taken, Meals)
    end.

forks(Number, Philosophers) ->
    (1 bsl Number) bor (1 bsl ((Number + 1) rem Philosophers)).
