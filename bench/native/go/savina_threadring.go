package main

import (
	"sync"
	"sync/atomic"
)

func init() {
	Programs["savina-threadring"] = func(s Setting) Work {
		actors := 100
		hops := s.Size(1_001, 100_000)
		return Work{
			Units:   float64(hops),
			Repeats: 5,
			Run:     func() int64 { return threadRing(actors, hops) },
			Check: func(result int64) {
				CheckEqual("the number of pings", int64(hops)+1, result)
			},
		}
	}
}

// token is the number that goes around, or the end, to so many after the one that gets it.
type token struct {
	exit bool
	left int
}

func threadRing(actors, hops int) int64 {
	var sum atomic.Int64
	var finish sync.WaitGroup
	finish.Add(actors)
	channels := make([]chan token, actors)
	for i := range channels {
		channels[i] = make(chan token)
	}
	for i := range channels {
		mine, next := channels[i], channels[(i+1)%actors]
		go func() {
			defer finish.Done()
			sum.Add(ringMember(actors, mine, next))
		}()
	}
	channels[0] <- token{left: hops}
	finish.Wait()
	return sum.Load()
}

func ringMember(actors int, mine <-chan token, next chan<- token) int64 {
	pings := int64(0)
	for received := range mine {
		if received.exit {
			if received.left > 0 {
				next <- token{exit: true, left: received.left - 1}
			}
			break
		}
		pings++
		if received.left > 0 {
			next <- token{left: received.left - 1}
		} else {
			next <- token{exit: true, left: actors - 1}
		}
	}
	return pings
}
