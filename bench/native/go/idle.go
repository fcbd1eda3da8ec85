package main

import (
	"runtime"
	"sync"
	"time"
)

// How many there are: with fewer, each takes as much.
func million(s Setting) int {
	if s.Quick {
		return 200_000
	}
	return s.Size(2_000, 1_000_000)
}

// What is in use after a collection: the heap, and the goroutines' stacks.
func used() float64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc + stats.StackInuse)
}

func init() {
	Programs["idle-fiber"] = func(s Setting) Work {
		return Work{Measure: func() float64 { return idleGoroutines(million(s)) }}
	}
	Programs["idle-timer"] = func(s Setting) Work {
		return Work{Measure: func() float64 { return idleTimers(million(s)) }}
	}
}

// Stacks that have become free stay in use until the next collection but one, hence two.
func idleGoroutines(count int) float64 {
	event := make(chan struct{})
	var begun, ended sync.WaitGroup
	begun.Add(count)
	ended.Add(count)
	runtime.GC()
	before := used()
	for i := 0; i < count; i++ {
		go func() {
			begun.Done()
			<-event
			ended.Done()
		}()
	}
	begun.Wait()
	after := used()
	close(event)
	ended.Wait()
	return (after - before) / float64(count)
}

func idleTimers(count int) float64 {
	timers := make([]*time.Timer, count)
	late := func() { Fail("an hour is over") }
	before := used()
	for i := range timers {
		timers[i] = time.AfterFunc(time.Hour, late)
	}
	after := used()
	stopped := 0
	for _, timer := range timers {
		if timer.Stop() {
			stopped++
		}
	}
	CheckEqual("the number of timers", int64(count), int64(stopped))
	return (after - before) / float64(count)
}
