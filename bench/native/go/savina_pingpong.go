package main

func init() {
	Programs["savina-pingpong"] = func(s Setting) Work {
		roundTrips := s.Size(100, 40_000)
		return Work{
			Units:   float64(roundTrips),
			Repeats: 5,
			Run:     func() int64 { return pingPong(roundTrips) },
			Check: func(result int64) {
				CheckEqual("the number of round trips", int64(roundTrips), result)
			},
		}
	}
}

func pingPong(roundTrips int) int64 {
	pings := make(chan int)
	pongs := make(chan int)
	go func() {
		for ping := range pings {
			pongs <- ping
		}
		close(pongs)
	}()
	done := make(chan int64)
	go func() {
		answered := int64(0)
		for i := 0; i < roundTrips; i++ {
			pings <- i
			if <-pongs == i {
				answered++
			}
		}
		close(pings)
		<-pongs
		done <- answered
	}()
	return <-done
}
