-module(savina_chameneos).
-export([new/1]).

-define(CREATURES, 100).

new(Setting) ->
    Meetings = bench:size(Setting, 300, 200000),
    #{units => Meetings,
      repeats => 3,
      run => fun(_) -> run(Meetings) end,
      %% The rest of the colours' sum by three is the same after a meeting as before.
      check => fun({Met, Colours}) ->
          bench:check_equal("the number of creatures met", 2 * Meetings, Met),
          Sum = lists:sum([I rem 3 || I <- lists:seq(0, ?CREATURES - 1)]),
          bench:check_equal("the rest of the colours", Sum rem 3, Colours rem 3)
      end}.

run(Meetings) ->
    Main = self(),
    spawn_link(fun() -> Main ! {done, mall(Meetings)} end),
    receive {done, Met} -> Met end.

mall(Meetings) ->
    Mall = self(),
    [spawn_link(fun() -> arrive(Mall, colour(I rem 3)) end) || I <- lists:seq(0, ?CREATURES - 1)],
    meet(Meetings),
    close(?CREATURES, 0, 0).

%% Any two, whoever comes first.
meet(0) -> ok;
meet(Left) ->
    receive
        {meet, _, First} ->
            receive
                {meet, _, _} = Second ->
                    First ! Second,
                    meet(Left - 1)
            end
    end.

close(0, Met, Colours) -> {Met, Colours};
close(Left, Met, Colours) ->
    receive
        {meet, _, From} -> From ! go_home, close(Left, Met, Colours);
        {met, Meetings, Colour} -> close(Left - 1, Met + Meetings, Colours + number(Colour))
    end.

arrive(Mall, Colour) ->
    Mall ! {meet, Colour, self()},
    creature(Mall, Colour, 0).

creature(Mall, Colour, Meetings) ->
    receive
        {meet, Other, From} ->
            New = meeting(Colour, Other),
            From ! {change, New},
            Mall ! {meet, New, self()},
            creature(Mall, New, Meetings + 1);
        {change, New} ->
            Mall ! {meet, New, self()},
            creature(Mall, New, Meetings + 1);
        go_home ->
            Mall ! {met, Meetings, Colour}
    end.

colour(0) -> red;
colour(1) -> yellow;
colour(2) -> blue.

number(red) -> 0;
number(yellow) -> 1;
number(blue) -> 2.

%% What two become that meet: the third colour, or their own if they have the same.
meeting(Same, Same) -> Same;
meeting(red, yellow) -> blue;
meeting(red, blue) -> yellow;
meeting(yellow, red) -> blue;
meeting(yellow, blue) -> red;
meeting(blue, red) -> yellow;
meeting(blue, yellow) -> red.
