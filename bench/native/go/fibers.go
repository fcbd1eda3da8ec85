package main

import (
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// What fibers are asked elsewhere, asked of goroutines.
func init() {
	Programs["yield"] = func(s Setting) Work {
		const goroutines = 100
		each := s.Size(10_000, 1_000_000) / goroutines
		return counted(goroutines*each, func() int64 { return yields(goroutines, each) })
	}
	Programs["pingpong-fiber"] = func(s Setting) Work {
		roundTrips := s.Size(500, 200_000)
		return counted(roundTrips, func() int64 { return alternate(roundTrips, 0) / 2 })
	}
	Programs["baton"] = func(s Setting) Work {
		roundTrips := s.Size(500, 200_000)
		return counted(roundTrips, func() int64 { return alternate(roundTrips, 1) / 2 })
	}
	Programs["channel"] = channelWork
	Programs["mutex"] = mutexWork
	Programs["sleepers"] = func(s Setting) Work {
		return Work{Measure: func() float64 { return sleepers(s.Size(1_000, 1_000_000)) }}
	}
	Programs["mayblock"] = mayblockWork
}

// The result is how many there were.
func counted(count int, run func() int64) Work {
	return Work{
		Units:   float64(count),
		Repeats: 1,
		Run:     run,
		Check:   func(result int64) { CheckEqual("their number", int64(count), result) },
	}
}

// Runs so many goroutines, and waits for them.
func together(count int, body func()) {
	var all sync.WaitGroup
	all.Add(count)
	for i := 0; i < count; i++ {
		go func() {
			body()
			all.Done()
		}()
	}
	all.Wait()
}

// A yield goes through the queue for all, even if nobody else is ready.
func yields(goroutines, each int) int64 {
	var done atomic.Int64
	together(goroutines, func() {
		for i := 0; i < each; i++ {
			runtime.Gosched()
		}
		done.Add(int64(each))
	})
	return done.Load()
}

// Two in turn, by channels without a buffer, or with one that makes them signals.
func alternate(roundTrips, buffer int) int64 {
	first := make(chan struct{}, buffer)
	second := make(chan struct{}, buffer)
	handed := int64(0)
	var all sync.WaitGroup
	all.Add(2)
	go func() {
		for i := 0; i < roundTrips; i++ {
			handed++
			second <- struct{}{}
			<-first
		}
		all.Done()
	}()
	go func() {
		for i := 0; i < roundTrips; i++ {
			<-second
			handed++
			first <- struct{}{}
		}
		all.Done()
	}()
	all.Wait()
	return handed
}

func channelWork(s Setting) Work {
	buffer := 0
	if strings.HasPrefix(s.Variant, "buffered") {
		buffer = 64
	}
	pairs := 1
	if strings.HasSuffix(s.Variant, "many:many") {
		pairs = 8
	}
	const numbers = 128
	each := s.Size(800, 400_000) / pairs
	expected := int64(0)
	for i := 0; i < each; i++ {
		expected += int64(1 + i%numbers)
	}
	return Work{
		Units:   float64(pairs * each),
		Repeats: 1,
		Run: func() int64 {
			channel := make(chan int, buffer)
			for i := 0; i < pairs; i++ {
				go func() {
					for i := 0; i < each; i++ {
						channel <- i % numbers
					}
				}()
			}
			var sum atomic.Int64
			together(pairs, func() {
				received := int64(0)
				for i := 0; i < each; i++ {
					received += int64(1 + <-channel)
				}
				sum.Add(received)
			})
			return sum.Load()
		},
		Check: func(result int64) {
			CheckEqual("the sum of the messages", int64(pairs)*expected, result)
		},
	}
}

// What is done between two sections, some ten nanoseconds.
func earn(i int) int64 {
	amount := int64(i) + 1
	for step := 0; step < 10; step++ {
		amount ^= amount << 13
		amount ^= int64(uint64(amount) >> 7)
		amount ^= amount << 17
	}
	return amount
}

func mutexWork(s Setting) Work {
	const goroutines = 8
	each := s.Size(4_000, 2_000_000) / goroutines
	earned := int64(0)
	for i := 0; i < each; i++ {
		earned += earn(i)
	}
	payments := 0
	return Work{
		Units:   float64(goroutines * each),
		Repeats: 1,
		Run: func() int64 {
			var lock sync.Mutex
			balance := int64(0)
			payments = 0
			together(goroutines, func() {
				for i := 0; i < each; i++ {
					amount := earn(i)
					lock.Lock()
					balance += amount
					payments++
					lock.Unlock()
				}
			})
			return balance
		},
		Check: func(result int64) {
			CheckEqual("the number of payments", int64(goroutines*each), int64(payments))
			CheckEqual("the balance", goroutines*earned, result)
		},
	}
}

// Milliseconds beyond the second that each of them sleeps.
func sleepers(count int) float64 {
	start := time.Now()
	var slept atomic.Int64
	together(count, func() {
		time.Sleep(time.Second)
		slept.Add(1)
	})
	beyond := time.Since(start) - time.Second
	CheckEqual("the number of sleepers", int64(count), slept.Load())
	if beyond < 0 {
		Fail("wrong result: a sleep of a second was over %v early", -beyond)
	}
	return float64(beyond.Nanoseconds()) / 1e6
}

func mayblockWork(s Setting) Work {
	percent, err := strconv.Atoi(strings.TrimSuffix(s.Variant, "%"))
	if err != nil {
		Fail("not a percentage: %s", s.Variant)
	}
	count := s.Size(2_000, 1_000_000)
	return Work{
		Units:   float64(count),
		Repeats: 1,
		Run: func() int64 {
			var slept atomic.Int64
			var all sync.WaitGroup
			all.Add(count)
			for i := 0; i < count; i++ {
				if i*percent%100 >= 100-percent {
					go func() {
						time.Sleep(time.Millisecond)
						slept.Add(1)
						all.Done()
					}()
				} else {
					go all.Done()
				}
			}
			all.Wait()
			return slept.Load()
		},
		Check: func(result int64) {
			CheckEqual("the number of items that slept", int64(count*percent/100), result)
		},
	}
}
