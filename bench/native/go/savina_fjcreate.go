package main

import (
	"sync"
	"sync/atomic"
)

func init() {
	Programs["savina-fjcreate"] = func(s Setting) Work {
		actors := s.Size(100, 40_000)
		return Work{
			Units:   float64(actors),
			Repeats: 5,
			Run:     func() int64 { return create(actors, savinaAngle) },
			Check: func(result int64) {
				one := rounded(smallComputation(savinaAngle))
				CheckEqual("the sum of the computations", int64(actors)*one, result)
			},
		}
	}
}

func create(actors int, angle float64) int64 {
	var sum atomic.Int64
	var finish sync.WaitGroup
	finish.Add(actors)
	only := &message{}
	for i := 0; i < actors; i++ {
		mine := make(chan *message, 1)
		mine <- only
		go func() {
			defer finish.Done()
			<-mine
			sum.Add(rounded(smallComputation(angle)))
		}()
	}
	finish.Wait()
	return sum.Load()
}
