package main

import (
	"sync"
	"sync/atomic"
)

func init() {
	Programs["savina-big"] = func(s Setting) Work {
		actors := 120
		pings := s.Size(50, 20_000)
		expected := int64(0)
		for i := 0; i < actors; i++ {
			random := savinaRandom(i)
			for j := 0; j < pings; j++ {
				expected += int64(random.next(actors)) + 1
			}
		}
		return Work{
			Units:   float64(actors * pings),
			Repeats: 1,
			Run:     func() int64 { return big(actors, pings) },
			Check: func(result int64) {
				CheckEqual("the sum of who answered", expected, result)
			},
		}
	}
}

// savinaRandom makes the random numbers of Savina.
type savinaRandom int

func (r *savinaRandom) next(limit int) int {
	*r = (*r*1309 + 13849) & 65535
	return int(*r) % limit
}

const (
	ping = iota
	pong
	exit
)

// note is what the actors send each other.
type note struct {
	kind int
	from int
}

func big(actors, pings int) int64 {
	// As much as can be under way, so that nobody waits to send.
	channels := make([]chan note, actors)
	for i := range channels {
		channels[i] = make(chan note, actors+2)
	}
	sink := make(chan note, actors)
	go func() {
		for range channels {
			<-sink
		}
		for _, channel := range channels {
			channel <- note{kind: exit}
		}
	}()
	var sum atomic.Int64
	var finish sync.WaitGroup
	finish.Add(actors)
	for i := range channels {
		number := i
		go func() {
			defer finish.Done()
			sum.Add(bigMember(channels, sink, number, pings))
		}()
	}
	finish.Wait()
	return sum.Load()
}

func bigMember(channels []chan note, sink chan<- note, number, pings int) int64 {
	random := savinaRandom(number)
	asked, answerer, sum := 0, 0, int64(0)
	ask := func() {
		if asked == pings {
			sink <- note{from: number}
			return
		}
		asked++
		answerer = random.next(len(channels))
		channels[answerer] <- note{ping, number}
	}
	ask()
	for message := range channels[number] {
		switch message.kind {
		case ping:
			channels[message.from] <- note{pong, number}
		case pong:
			if message.from != answerer {
				Fail("%d answered in place of %d", message.from, answerer)
			}
			sum += int64(message.from) + 1
			ask()
		case exit:
			return sum
		}
	}
	return sum
}
