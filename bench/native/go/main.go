// Command bench plays the contender "go" in the benchmarks: one goroutine for each actor or task,
// channels between them. It speaks the protocol of dev.heddle.bench.Protocol.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strconv"
	"time"
)

// Setting is what every contender of a run is told alike.
type Setting struct {
	Variant string
	Workers int
	Tiny    bool // only whether it works
	Quick   bool // less, where the real size takes long
}

// Size is tiny or real, whichever is asked for.
func (s Setting) Size(tiny, real int) int {
	if s.Tiny {
		return tiny
	}
	return real
}

// Work is a piece of work, and how to tell whether it was done.
type Work struct {
	Units   float64            // by how many a run's time is divided
	Repeats int                // how many runs make a round, of which the median counts
	Prepare func()             // before each run, not timed; may be nil
	Run     func() int64       // does it once
	Check   func(result int64) // after each run, not timed; calls Fail
	Measure func() float64     // in place of all these: does a round, and gives its cost
}

// Programs has the work of each benchmark, by the benchmark's name.
var Programs = map[string]func(Setting) Work{}

// Fail ends the program: something went wrong.
func Fail(format string, args ...any) {
	fmt.Printf("error "+format+"\n", args...)
	os.Exit(1)
}

// CheckEqual ends the program if the two differ.
func CheckEqual(what string, expected, actual int64) {
	if expected != actual {
		Fail("wrong result: %s is %d, should be %d", what, actual, expected)
	}
}

func (w Work) round() float64 {
	if w.Measure != nil {
		return w.Measure()
	}
	costs := make([]float64, w.Repeats)
	for i := range costs {
		if w.Prepare != nil {
			w.Prepare()
		}
		start := time.Now()
		result := w.Run()
		nanos := time.Since(start).Nanoseconds()
		w.Check(result)
		costs[i] = float64(nanos) / w.Units
	}
	sort.Float64s(costs)
	return (costs[(len(costs)-1)/2] + costs[len(costs)/2]) / 2
}

func listen() <-chan string {
	requests := make(chan string, 16)
	go func() {
		in := bufio.NewScanner(os.Stdin)
		for in.Scan() {
			requests <- in.Text()
		}
		os.Exit(0) // the parent is gone, or wants this program to be
	}()
	return requests
}

func main() {
	if len(os.Args) != 8 {
		Fail("seven arguments are needed: benchmark contender variant workers scale millis millis")
	}
	program, known := Programs[os.Args[1]]
	if !known {
		Fail("there is no benchmark %s in Go", os.Args[1])
	}
	workers, err := strconv.Atoi(os.Args[4])
	if err != nil {
		Fail("not a number of workers: %s", os.Args[4])
	}
	atLeast, err := strconv.Atoi(os.Args[6])
	if err != nil {
		Fail("not a time: %s", os.Args[6])
	}
	runtime.GOMAXPROCS(workers)
	requests := listen()
	work := program(Setting{os.Args[3], workers, os.Args[5] == "TINY", os.Args[5] == "QUICK"})
	start := time.Now()
	rounds := 0
	for rounds == 0 || time.Since(start).Milliseconds() < int64(atLeast) {
		fmt.Printf("warming %g\n", work.round())
		rounds++
	}
	fmt.Printf("ready %d %d true\n", rounds, time.Since(start).Milliseconds())
	for request := range requests {
		if request != "round" {
			Fail("unknown request: %s", request)
		}
		runtime.GC()
		fmt.Printf("cost %g\n", work.round())
	}
}
