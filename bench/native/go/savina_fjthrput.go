package main

import (
	"math"
	"sync"
	"sync/atomic"
)

const savinaAngle = 37.2

// smallComputation is what an actor of Savina's fork-join benchmarks does with a message.
func smallComputation(angle float64) float64 {
	sine := math.Sin(angle)
	square := sine * sine
	if square <= 0 {
		Fail("an unlikely sine of %g", angle)
	}
	return square
}

// rounded is a result as a whole number, in which the last bits of a sine make no difference.
func rounded(result float64) int64 {
	return int64(math.Round(result * 1e6))
}

func init() {
	Programs["savina-fjthrput"] = func(s Setting) Work {
		actors := 60
		messages := s.Size(20, 10_000)
		expected := 0.0
		for i := 0; i < messages; i++ {
			expected += smallComputation(savinaAngle + float64(i))
		}
		return Work{
			Units:   float64(actors * messages),
			Repeats: 3,
			Run:     func() int64 { return throughput(actors, messages) },
			Check: func(result int64) {
				CheckEqual("the sum of the computations", int64(actors)*rounded(expected), result)
			},
		}
	}
}

type message struct{}

func throughput(actors, messages int) int64 {
	var sum atomic.Int64
	var finish sync.WaitGroup
	finish.Add(actors)
	channels := make([]chan *message, actors)
	for i := range channels {
		mine := make(chan *message, 1024)
		channels[i] = mine
		go func() {
			defer finish.Done()
			share := 0.0
			for handled := 0; handled < messages; handled++ {
				<-mine
				share += smallComputation(savinaAngle + float64(handled))
			}
			sum.Add(rounded(share))
		}()
	}
	only := &message{}
	for i := 0; i < messages; i++ {
		for _, channel := range channels {
			channel <- only
		}
	}
	finish.Wait()
	return sum.Load()
}
