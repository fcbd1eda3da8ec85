package main

func init() {
	Programs["savina-logmap"] = func(s Setting) Work {
		series := 10
		terms := s.Size(50, 25_000)
		expected := int64(0)
		for number := 0; number < series; number++ {
			term := float64(number) * 0.0025
			for i := 0; i < terms; i++ {
				term = logisticNext(term, logisticRate(number))
			}
			expected += int64((term + float64(terms)) * 1e12)
		}
		return Work{
			Units:   float64(series * terms),
			Repeats: 3,
			Run:     func() int64 { return logisticMap(series, terms) },
			Check: func(result int64) {
				CheckEqual("the sum of the last terms", expected, result)
			},
		}
	}
}

func logisticRate(number int) float64 {
	return 3.46 + float64(number)*0.0025
}

func logisticNext(term, rate float64) float64 {
	return rate * term * (1 - term)
}

// A series says its last term plus how many it has made: the terms soon come again and again. Answers
// come by a channel of their own, so that nothing has to be put aside.
func logisticMap(series, terms int) int64 {
	results := make(chan float64)
	inboxes := make([]chan bool, series) // true: the next term; false: say which one it is now
	for number := range inboxes {
		questions, answers := make(chan float64), make(chan float64)
		inboxes[number] = make(chan bool, 256)
		go func(rate float64) {
			for term := range questions {
				answers <- logisticNext(term, rate)
			}
			close(answers)
		}(logisticRate(number))
		go func(term float64, inbox <-chan bool) {
			made := 0
			for next := range inbox {
				if next {
					questions <- term
					term = <-answers
					made++
				} else {
					results <- term + float64(made)
				}
			}
			close(questions)
			<-answers
			results <- 0
		}(float64(number)*0.0025, inboxes[number])
	}
	for i := 0; i < terms; i++ {
		for _, inbox := range inboxes {
			inbox <- true
		}
	}
	for _, inbox := range inboxes {
		inbox <- false
		close(inbox)
	}
	sum := int64(0)
	for i := 0; i < 2*series; i++ {
		sum += int64(<-results * 1e12)
	}
	return sum
}
