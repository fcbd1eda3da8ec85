package main

import (
	"math"
	"sync"
)

func init() {
	Programs["savina-bndbuffer"] = func(s Setting) Work {
		pairs := s.Size(4, 40)
		items := s.Size(25, 1_000)
		var sum float64
		return Work{
			Units:   float64(pairs * items),
			Repeats: 1,
			Run: func() int64 {
				sum = boundedBuffer(pairs, items)
				return 0
			},
			Check: func(int64) {
				expected := pairs * (items*(items+1)/2 + items)
				CheckEqual("the sum of all items", int64(expected), int64(math.Round(sum/processItem(0))))
			},
		}
	}
}

func processItem(term float64) float64 {
	random := Lehmer(25)
	for i := 0; i < 2_500; i++ {
		term += math.Log(float64(random.Next())/(1<<31) + 0.01)
	}
	return term
}

// The buffer is a channel, and no goroutine of its own.
func boundedBuffer(pairs, items int) float64 {
	buffer := make(chan float64, 50)
	used := make(chan float64)
	var producers sync.WaitGroup
	producers.Add(pairs)
	for i := 0; i < pairs; i++ {
		go func() {
			sum := 0.0
			for item := range buffer {
				sum = processItem(sum + item)
			}
			used <- sum
		}()
		go func() {
			last := 0.0
			for i := 0; i < items; i++ {
				last = processItem(last)
				buffer <- last
			}
			producers.Done()
		}()
	}
	producers.Wait()
	close(buffer)
	sum := 0.0
	for i := 0; i < pairs; i++ {
		sum += <-used
	}
	return sum
}
