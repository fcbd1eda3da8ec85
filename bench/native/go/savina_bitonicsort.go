package main

import "sort"

func init() {
	Programs["savina-bitonicsort"] = func(s Setting) Work {
		size := s.Size(16, 4_096)
		sorted := savinaValues(2048, size)
		sort.Ints(sorted)
		expected := weightedSum(sorted)
		layers := 0
		for length, stage := 2, 1; length <= size; length, stage = 2*length, stage+1 {
			layers += stage
		}
		return Work{
			Units:   float64(size) / 2 * float64(layers),
			Repeats: 1,
			Run:     func() int64 { return bitonicSort(size) },
			Check: func(result int64) {
				CheckEqual("the weighted sum", expected, result)
			},
		}
	}
}

const bitonicRoom = 16

// bitonicWire is what connects two actors. A closed one has come to its end.
func bitonicWire() chan int {
	return bitonicWireFor(bitonicRoom)
}

// bitonicWireFor is a wire for so many numbers in all: it need not hold more.
func bitonicWireFor(numbers int) chan int {
	if numbers > bitonicRoom {
		numbers = bitonicRoom
	}
	return make(chan int, numbers)
}

func bitonicSort(size int) int64 {
	source := bitonicWire()
	result := make(chan int64)
	go func() {
		random := savinaRandom(2048)
		for i := 0; i < size; i++ {
			source <- random.next(savinaLimit)
		}
		close(source)
	}()
	sorted := bitonicWire()
	go bitonicKernel(size, source, sorted)
	values := bitonicWire()
	go bitonicRelay(sorted, values)
	go func() {
		sum := int64(0)
		place := int64(0)
		for value := range values {
			place++
			sum += place * int64(value)
		}
		result <- sum
	}()
	return <-result
}

func bitonicRelay(in <-chan int, out chan<- int) {
	for value := range in {
		out <- value
	}
	close(out)
}

// bitonicKernel makes merges of sequences of two, of four, and so on.
func bitonicKernel(size int, in <-chan int, out chan int) {
	first := bitonicWire()
	at := first
	for length := 2; length < size; length *= 2 {
		next := bitonicWire()
		go bitonicMerge(length, size, at, next)
		at = next
	}
	go bitonicMerge(size, size, at, out)
	bitonicRelay(in, first)
}

// bitonicMerge sorts bitonic sequences, by layers.
func bitonicMerge(length, size int, in <-chan int, out chan int) {
	first := bitonicWire()
	at := first
	for i := 1; i <= length/2; i *= 2 {
		next := out
		if i < length/2 {
			next = bitonicWire()
		}
		go bitonicStep(length/i, size/length*i, i, length == size, at, next)
		at = next
	}
	bitonicRelay(in, first)
}

// bitonicStep is a layer of the network.
func bitonicStep(length, sequences, together int, last bool, in <-chan int, out chan int) {
	first := bitonicWire()
	joined := out
	if !last {
		joined = bitonicWire()
		go bitonicRelay(joined, out)
	}
	ins := make([]chan int, sequences)
	outs := make([]chan int, sequences)
	for i := range ins {
		ins[i] = bitonicWireFor(length)
		outs[i] = bitonicWireFor(length)
		up := last || i/together%2 == 0
		if length > 2 {
			go bitonicPartition(length, up, ins[i], outs[i])
		} else {
			go bitonicCompare(up, ins[i], outs[i])
		}
	}
	go bitonicSplit(length, first, ins)
	go bitonicJoin(length, outs, joined)
	bitonicRelay(in, first)
}

// bitonicPartition makes of a bitonic sequence two half as long, with the lesser numbers in one.
func bitonicPartition(length int, up bool, in <-chan int, out chan int) {
	first := bitonicWire()
	joined := bitonicWire()
	ins := make([]chan int, length/2)
	outs := make([]chan int, length/2)
	for i := range ins {
		ins[i] = bitonicWireFor(2)
		outs[i] = bitonicWireFor(2)
		go bitonicCompare(up, ins[i], outs[i])
	}
	go bitonicSplit(1, first, ins)
	go bitonicJoin(1, outs, joined)
	go bitonicRelay(joined, out)
	bitonicRelay(in, first)
}

func bitonicCompare(up bool, in <-chan int, out chan<- int) {
	for first := range in {
		second := <-in
		if (first <= second) == up {
			out <- first
			out <- second
		} else {
			out <- second
			out <- first
		}
	}
	close(out)
}

// bitonicSplit sends so many to one, as many to the next, and so on in a circle.
func bitonicSplit(run int, in <-chan int, outs []chan int) {
	at := 0
	sent := 0
	for value := range in {
		outs[at] <- value
		sent++
		if sent == run {
			sent = 0
			at = (at + 1) % len(outs)
		}
	}
	for _, out := range outs {
		close(out)
	}
}

// bitonicJoin is what bitonicSplit does, the other way round.
func bitonicJoin(run int, ins []chan int, out chan<- int) {
	for at := 0; ; at = (at + 1) % len(ins) {
		for i := 0; i < run; i++ {
			value, open := <-ins[at]
			if !open {
				close(out)
				return
			}
			out <- value
		}
	}
}
