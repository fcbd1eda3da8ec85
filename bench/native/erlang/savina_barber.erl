-module(savina_barber).
-export([new/1]).

new(Setting) ->
    Haircuts = bench:size(Setting, 50, 5000),
    Capacity = bench:size(Setting, 10, 1000),
    Customers = delays(1, Haircuts, 0),
    Cuts = delays(2, Haircuts, 0),
    #{units => Haircuts,
      repeats => 3,
      run => fun(_) -> run(Haircuts, Capacity) end,
      check => fun({Served, Street, Barber}) ->
          bench:check_equal("the number of customers", Haircuts, Served),
          bench:check_equal("the street's delays", Customers, Street),
          bench:check_equal("the barber's delays", Cuts, Barber)
      end}.

delays(_, 0, Sum) -> Sum;
delays(Random, Left, Sum) ->
    {Delay, Next} = delay(Random),
    delays(Next, Left - 1, Sum + Delay).

delay(Random) ->
    Next = lehmer:next(Random),
    {lehmer:busy(Next rem 1000 + 10), Next}.

run(Haircuts, Capacity) ->
    Main = self(),
    Barber = spawn_link(fun() -> Main ! {barber, barber(2, 0)} end),
    Room = spawn_link(fun() -> room(Barber, Capacity, queue:new(), 0, true) end),
    spawn_link(fun() -> Main ! {street, street(Main, Room, Haircuts)} end),
    Served = lists:sum([receive {served, One} -> One end || _ <- lists:seq(1, Haircuts)]),
    receive {street, Street} -> ok end,
    receive {barber, Cuts} -> {Served, Street, Cuts} end.

barber(Random, Sum) ->
    receive
        {enter, Customer, Room} ->
            Customer ! start,
            {Delay, Next} = delay(Random),
            Customer ! done,
            Room ! next,
            barber(Next, Sum + Delay);
        wait -> barber(Random, Sum);
        exit -> Sum
    end.

room(Barber, Capacity, Waiting, Size, Asleep) ->
    receive
        {enter, Customer} when Size =:= Capacity ->
            Customer ! full,
            room(Barber, Capacity, Waiting, Size, Asleep);
        {enter, Customer} when Asleep ->
            Barber ! {enter, Customer, self()},
            room(Barber, Capacity, Waiting, Size, false);
        {enter, Customer} ->
            Customer ! wait,
            room(Barber, Capacity, queue:in(Customer, Waiting), Size + 1, false);
        next ->
            case queue:out(Waiting) of
                {{value, Customer}, Others} ->
                    Barber ! {enter, Customer, self()},
                    room(Barber, Capacity, Others, Size - 1, false);
                {empty, None} ->
                    Barber ! wait,
                    room(Barber, Capacity, None, 0, true)
            end;
        exit ->
            Barber ! exit
    end.

street(Main, Room, Haircuts) ->
    Sum = open(Main, Room, 1, Haircuts, 0),
    serve(Room, Haircuts),
    Room ! exit,
    Sum.

open(_, _, _, 0, Sum) -> Sum;
open(Main, Room, Random, Left, Sum) ->
    Street = self(),
    Customer = spawn_link(fun() -> Main ! {served, visit(Street, 0)} end),
    Room ! {enter, Customer},
    {Delay, Next} = delay(Random),
    open(Main, Room, Next, Left - 1, Sum + Delay).

serve(_, 0) -> ok;
serve(Room, Left) ->
    receive
        {returned, Customer} -> Room ! {enter, Customer}, serve(Room, Left);
        done -> serve(Room, Left - 1)
    end.

visit(Street, Started) ->
    receive
        full -> Street ! {returned, self()}, visit(Street, Started);
        wait -> visit(Street, Started);
        start -> visit(Street, 1);
        done -> Street ! done, Started
    end.
