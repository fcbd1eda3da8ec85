package main

func init() {
	Programs["savina-philosopher"] = func(s Setting) Work {
		philosophers := 20
		rounds := s.Size(50, 10_000)
		return Work{
			Units:   float64(philosophers * rounds),
			Repeats: 3,
			Run:     func() int64 { return dinner(philosophers, rounds) },
			Check: func(result int64) {
				CheckEqual("the number of meals, counted twice", int64(2*philosophers*rounds), result)
			},
		}
	}
}

type forkRequest struct {
	from   chan<- bool // nil: the philosopher has eaten
	number int
}

// Gives the number of meals of the philosophers, and of those that the arbitrator has seen.
func dinner(philosophers, rounds int) int64 {
	requests := make(chan forkRequest, 2*philosophers)
	done := make(chan int64)
	for number := 0; number < philosophers; number++ {
		go func(number int) {
			answers := make(chan bool, 1)
			meals := 0
			for meals < rounds {
				requests <- forkRequest{answers, number}
				if <-answers {
					meals++
					requests <- forkRequest{nil, number}
				}
			}
			done <- int64(meals)
		}(number)
	}
	arbitrator := make(chan int64)
	go func() {
		taken := make([]bool, philosophers)
		meals := int64(0)
		for request := range requests {
			left := &taken[request.number]
			right := &taken[(request.number+1)%philosophers]
			if request.from == nil {
				if *left && *right {
					meals++
				}
				*left, *right = false, false
			} else if *left || *right {
				request.from <- false
			} else {
				*left, *right = true, true
				request.from <- true
			}
		}
		arbitrator <- meals
	}()
	sum := int64(0)
	for number := 0; number < philosophers; number++ {
		sum += <-done
	}
	close(requests)
	return sum + <-arbitrator
}
