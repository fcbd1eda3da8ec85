package main

func init() {
	Programs["savina-cigsmok"] = func(s Setting) Work {
		smokers := 200
		rounds := s.Size(50, 1_000)
		expected := int64(0)
		random := Lehmer(1)
		for round := 0; round < rounds; round++ {
			_, draws := chooseSmoker(&random, smokers)
			expected += int64(Busy(draws))
		}
		return Work{
			Units:   float64(rounds),
			Repeats: 15,
			Run:     func() int64 { return smoking(smokers, rounds) },
			Check: func(result int64) {
				CheckEqual("the sum of all that was smoked", expected, result)
			},
		}
	}
}

func chooseSmoker(random *Lehmer, smokers int) (smoker, draws int) {
	smoker = random.Below(smokers)
	draws = random.Below(1_000) + 10
	return
}

func smoking(smokers, rounds int) int64 {
	started := make(chan bool, 1)
	smoked := make(chan int64)
	go func() {
		tables := make([]chan int, smokers)
		for i := range tables {
			tables[i] = make(chan int, 16)
			go func(table <-chan int) {
				sum := int64(0)
				for draws := range table {
					started <- true
					sum += int64(Busy(draws))
				}
				smoked <- sum
			}(tables[i])
		}
		random := Lehmer(1)
		for round := 0; round < rounds; round++ {
			smoker, draws := chooseSmoker(&random, smokers)
			tables[smoker] <- draws
			<-started
		}
		for _, table := range tables {
			close(table)
		}
	}()
	sum := int64(0)
	for i := 0; i < smokers; i++ {
		sum += <-smoked
	}
	return sum
}
