module heddle.dev/bench

go 1.19
