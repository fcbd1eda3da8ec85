package main

import (
	"math"
	"sort"
	"strconv"
	"strings"
	"time"
)

// A goroutine waits at a channel. There is no outside in Go: who sends is a goroutine, which has
// slept before. When it waits for the answer it leaves its thread to the other.
func init() {
	Programs["latency-wake"] = func(s Setting) Work {
		percent, err := strconv.ParseFloat(strings.TrimPrefix(s.Variant, "p"), 64)
		if err != nil {
			Fail("not a percentile: %s", s.Variant)
		}
		questions := make(chan int)
		type answer struct {
			question int
			at       time.Time
		}
		answers := make(chan answer)
		go func() {
			for question := range questions {
				answers <- answer{question, time.Now()}
			}
		}()
		times := s.Size(5, 1000)
		if s.Quick {
			times = 300
		}
		return Work{Measure: func() float64 {
			latencies := make([]float64, times)
			for i := range latencies {
				time.Sleep(time.Millisecond)
				start := time.Now()
				questions <- i
				a := <-answers
				CheckEqual("the answered question", int64(i), int64(a.question))
				latencies[i] = float64(a.at.Sub(start).Nanoseconds())
			}
			sort.Float64s(latencies)
			return latencies[int(math.Ceil(percent/100*float64(times)))-1]
		}}
	}
}
