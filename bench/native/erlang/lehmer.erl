%% The generator that all languages have in common, see dev.heddle.bench.savina.Lehmer. A number is
%% also the state from which the next one is made.
-module(lehmer).
-export([next/1, busy/1]).

next(Last) -> Last * 48271 rem 16#7fffffff.

%% Keeps a processor busy for so many draws, and returns the last one.
busy(Draws) -> busy(Draws, Draws).

busy(0, Last) -> Last;
busy(Left, Last) -> busy(Left - 1, next(Last)).
