package main

import "sort"

const (
	radixBits = 60
	radixSeed = 2048
)

func init() {
	Programs["savina-radixsort"] = func(s Setting) Work {
		size := s.Size(100, 100_000)
		sorted := savinaValues(radixSeed, size)
		sort.Ints(sorted)
		expected := weightedSum(sorted)
		return Work{
			Units:   float64(size) * (radixBits + 1),
			Repeats: 1,
			Run:     func() int64 { return radixSort(size) },
			Check: func(result int64) {
				CheckEqual("the weighted sum", expected, result)
			},
		}
	}
}

func radixSort(size int) int64 {
	first := make(chan int, 256)
	go func() {
		random := savinaRandom(radixSeed)
		for i := 0; i < size; i++ {
			first <- random.next(savinaLimit)
		}
		close(first)
	}()
	last := first
	for bit := 0; bit < radixBits; bit++ {
		next := make(chan int, 256)
		go radixStage(1<<bit, size, last, next)
		last = next
	}
	result := make(chan int64)
	go func() {
		sum := int64(0)
		place := int64(0)
		for value := range last {
			place++
			sum += place * int64(value)
		}
		result <- sum
	}()
	return <-result
}

// radixStage sends on those with a zero at once, and those with a one when all have come.
func radixStage(radix, size int, in <-chan int, out chan<- int) {
	ones := make([]int, 0, size)
	for value := range in {
		if value&radix == 0 {
			out <- value
		} else {
			ones = append(ones, value)
		}
	}
	for _, value := range ones {
		out <- value
	}
	close(out)
}
