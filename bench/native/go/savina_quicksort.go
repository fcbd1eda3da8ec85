package main

import "sort"

const quickSortThreshold = 2048

func init() {
	Programs["savina-quicksort"] = func(s Setting) Work {
		size := s.Size(10_000, 1_000_000)
		values := savinaValues(1024, size)
		expected := append([]int(nil), values...)
		sort.Ints(expected)
		var sorted []int
		return Work{
			Units:   float64(size),
			Repeats: 3,
			Run: func() int64 {
				result := make(chan []int)
				go quickSort(values, result)
				sorted = <-result
				return int64(len(sorted))
			},
			Check: func(result int64) {
				CheckEqual("the number of values", int64(size), result)
				for i, value := range sorted {
					CheckEqual("a value", int64(expected[i]), int64(value))
				}
			},
		}
	}
}

func quickSort(values []int, result chan<- []int) {
	if len(values) < quickSortThreshold {
		sort.Ints(values)
		result <- values
		return
	}
	pivot := values[len(values)/2]
	countLess, countGreater := 0, 0
	for _, value := range values {
		if value < pivot {
			countLess++
		} else if value > pivot {
			countGreater++
		}
	}
	less := make([]int, 0, countLess)
	greater := make([]int, 0, countGreater)
	for _, value := range values {
		if value < pivot {
			less = append(less, value)
		} else if value > pivot {
			greater = append(greater, value)
		}
	}
	first := make(chan []int, 1)
	second := make(chan []int, 1)
	go quickSort(less, first)
	go quickSort(greater, second)
	all := make([]int, 0, len(values))
	all = append(all, <-first...)
	for len(all) < len(values)-countGreater {
		all = append(all, pivot)
	}
	result <- append(all, <-second...)
}
