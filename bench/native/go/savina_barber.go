package main

func init() {
	Programs["savina-barber"] = func(s Setting) Work {
		haircuts := s.Size(50, 5_000)
		capacity := s.Size(10, 1_000)
		expected := int64(haircuts)
		customers, cuts := Lehmer(1), Lehmer(2)
		for i := 0; i < haircuts; i++ {
			expected += barberDelay(&customers) + barberDelay(&cuts)
		}
		return Work{
			Units:   float64(haircuts),
			Repeats: 3,
			Run:     func() int64 { return barberShop(haircuts, capacity) },
			Check: func(result int64) {
				CheckEqual("the number of customers and the delays", expected, result)
			},
		}
	}
}

func barberDelay(random *Lehmer) int64 {
	return int64(Busy(random.Below(1_000) + 10))
}

type barberSignal int

const (
	roomIsFull barberSignal = iota
	pleaseWait
	haircutStarts
	haircutDone
)

// At most three signals are under way to a customer, so nobody waits to send him one.
type barberCustomer chan barberSignal

// Gives the number of customers who were served, and what barber and street have computed.
func barberShop(haircuts, capacity int) int64 {
	street := make(chan barberCustomer) // nil: somebody is served
	enter := make(chan barberCustomer)
	next := make(chan bool, 1)
	barber := make(chan barberCustomer, 1) // nil: there is nobody
	results := make(chan int64, haircuts+2)
	go func() {
		sum, delays := int64(0), Lehmer(2)
		for customer := range barber {
			if customer != nil {
				customer <- haircutStarts
				sum += barberDelay(&delays)
				customer <- haircutDone
				next <- true
			}
		}
		results <- sum
	}()
	go func() {
		waitingRoom(capacity, enter, next, barber)
		close(barber)
	}()
	go func() {
		sum, delays := int64(0), Lehmer(1)
		for i := 0; i < haircuts; i++ {
			customer := make(barberCustomer, 3)
			go func() { results <- visitBarber(customer, street) }()
			enter <- customer
			sum += barberDelay(&delays)
		}
		for served := 0; served < haircuts; {
			if customer := <-street; customer != nil {
				enter <- customer
			} else {
				served++
			}
		}
		close(enter)
		results <- sum
	}()
	sum := int64(0)
	for i := 0; i < haircuts+2; i++ {
		sum += <-results
	}
	return sum
}

func waitingRoom(capacity int, enter <-chan barberCustomer, next <-chan bool, barber chan<- barberCustomer) {
	waiting := make([]barberCustomer, 0, capacity)
	asleep := true
	call := func() {
		if asleep = len(waiting) == 0; asleep {
			barber <- nil
		} else {
			barber <- waiting[0]
			waiting = waiting[1:]
		}
	}
	for {
		select {
		case customer, open := <-enter:
			switch {
			case !open:
				return
			case len(waiting) == capacity:
				customer <- roomIsFull
			default:
				waiting = append(waiting, customer)
				if asleep {
					call()
				} else {
					customer <- pleaseWait
				}
			}
		case <-next:
			call()
		}
	}
}

func visitBarber(mine barberCustomer, street chan<- barberCustomer) int64 {
	started := int64(0)
	for signal := range mine {
		switch signal {
		case roomIsFull:
			street <- mine
		case haircutStarts:
			started = 1
		case haircutDone:
			street <- nil
			return started
		}
	}
	return 0
}
