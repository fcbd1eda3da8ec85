package main

func init() {
	Programs["savina-fib"] = func(s Setting) Work {
		n := s.Size(10, 25)
		last, expected := int64(0), int64(1)
		for i := 1; i < n; i++ {
			last, expected = expected, last+expected
		}
		return Work{
			Units:   float64(2*expected - 1),
			Repeats: 3,
			Run: func() int64 {
				result := make(chan int64)
				go fibonacci(n, result)
				return <-result
			},
			Check: func(result int64) {
				CheckEqual("the number", expected, result)
			},
		}
	}
}

func fibonacci(n int, result chan<- int64) {
	if n <= 2 {
		result <- 1
		return
	}
	parts := make(chan int64, 2)
	go fibonacci(n-1, parts)
	go fibonacci(n-2, parts)
	result <- <-parts + <-parts
}
