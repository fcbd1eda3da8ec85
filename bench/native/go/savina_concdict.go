package main

func init() {
	Programs["savina-concdict"] = func(s Setting) Work {
		workers := 20
		operations := s.Size(50, 10_000)
		keys := s.Size(1_000, 0x7fff_ffff/4096)
		var dictionary map[int]int
		writes := int64(0)
		// What a key may have in the end: the last that some worker has written there.
		lastWritten := make(map[int][]int)
		for number := 0; number < workers; number++ {
			client := dictionaryClient{random: Lehmer(number + 1), keys: keys}
			last := make(map[int]int)
			for i := 0; i < operations; i++ {
				if request := client.next(); request.write {
					writes++
					last[request.key] = request.value
				}
			}
			for key, value := range last {
				lastWritten[key] = append(lastWritten[key], value)
			}
		}
		return Work{
			Units:   float64(workers * operations),
			Repeats: 3,
			Prepare: func() {
				dictionary = make(map[int]int, keys)
				for key := 0; key < keys; key++ {
					dictionary[key] = key
				}
			},
			Run: func() int64 { return concDict(workers, operations, dictionary) },
			Check: func(result int64) {
				CheckEqual("the number of answers and writes", int64(workers*operations)+writes, result)
				CheckEqual("the number of keys", int64(keys), int64(len(dictionary)))
				CheckEqual("the number of keys with a value that was not written last",
					0, wrongValues(dictionary, lastWritten))
			},
		}
	}
}

func wrongValues(dictionary map[int]int, lastWritten map[int][]int) int64 {
	wrong := int64(0)
	for key, value := range dictionary {
		allowed, written := lastWritten[key]
		if !written {
			allowed = []int{key}
		}
		found := false
		for _, each := range allowed {
			found = found || each == value
		}
		if !found {
			wrong++
		}
	}
	return wrong
}

type dictionaryRequest struct {
	from       chan<- int
	write      bool
	key, value int
}

type dictionaryClient struct {
	random  Lehmer
	keys    int
	answers chan int
}

func (c *dictionaryClient) next() dictionaryRequest {
	request := dictionaryRequest{from: c.answers, write: c.random.Below(100) < 10}
	request.key = c.random.Below(c.keys)
	if request.write {
		request.value = request.key + c.keys*c.random.Below(4096)
	}
	return request
}

// Gives the number of right answers and of writes.
func concDict(workers, operations int, dictionary map[int]int) int64 {
	keys := len(dictionary)
	requests := make(chan dictionaryRequest, workers)
	done := make(chan int64)
	for number := 0; number < workers; number++ {
		go func(number int) {
			client := dictionaryClient{Lehmer(number + 1), keys, make(chan int, 1)}
			right := int64(0)
			for i := 0; i < operations; i++ {
				request := client.next()
				requests <- request
				answer := <-client.answers
				if request.write && answer == request.value ||
					!request.write && answer%keys == request.key {
					right++
				}
			}
			done <- right
		}(number)
	}
	owner := make(chan int64)
	go func() {
		writes := int64(0)
		for request := range requests {
			if request.write {
				dictionary[request.key] = request.value
				writes++
				request.from <- request.value
			} else {
				request.from <- dictionary[request.key]
			}
		}
		owner <- writes
	}()
	sum := int64(0)
	for number := 0; number < workers; number++ {
		sum += <-done
	}
	close(requests)
	return sum + <-owner
}
