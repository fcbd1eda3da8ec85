package main

func init() {
	Programs["savina-sieve"] = func(s Setting) Work {
		limit := s.Size(1_000, 100_000)
		primesEach := s.Size(50, 1_000)
		return Work{
			Units:   float64(limit-2) / 2,
			Repeats: 1,
			Run:     func() int64 { return sieve(limit, primesEach) },
			Check: func(result int64) {
				CheckEqual("the sum of the primes", sievePrimes(limit), result)
			},
		}
	}
}

func sievePrimes(limit int) int64 {
	composite := make([]bool, limit)
	sum := int64(0)
	for i := 2; i < limit; i++ {
		if !composite[i] {
			sum += int64(i)
			for j := 2 * i; j < limit; j += i {
				composite[j] = true
			}
		}
	}
	return sum
}

func sieve(limit, primesEach int) int64 {
	candidates := make(chan int64, 256)
	result := make(chan int64)
	go func() {
		for i := int64(3); i < int64(limit); i += 2 {
			candidates <- i
		}
		close(candidates)
	}()
	go sieveFilter(2, 0, primesEach, candidates, result)
	return <-result
}

// sieveFilter knows some primes, and who knows the next ones. The sum of the primes before its own
// is known when it starts.
func sieveFilter(first, before int64, primesEach int, in <-chan int64, result chan<- int64) {
	primes := make([]int64, 1, primesEach)
	primes[0] = first
	sum := before + first
	var next chan int64
	for candidate := range in {
		if sieveDivides(candidate, primes) {
			continue
		}
		if next != nil {
			next <- candidate
		} else if len(primes) < primesEach {
			primes = append(primes, candidate)
			sum += candidate
		} else {
			next = make(chan int64, 256)
			go sieveFilter(candidate, sum, primesEach, next, result)
		}
	}
	if next != nil {
		close(next)
	} else {
		result <- sum
	}
}

func sieveDivides(candidate int64, primes []int64) bool {
	for _, prime := range primes {
		if candidate%prime == 0 {
			return true
		}
	}
	return false
}
