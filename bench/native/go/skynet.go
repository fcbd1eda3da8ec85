package main

func init() {
	Programs["skynet"] = func(s Setting) Work {
		leaves := s.Size(1_000, 1_000_000)
		return Work{
			Units:   float64(leaves),
			Repeats: 1,
			Run: func() int64 {
				result := make(chan int64, 1)
				go skynet(result, 0, leaves)
				return <-result
			},
			Check: func(result int64) {
				CheckEqual("the sum", int64(leaves)*int64(leaves-1)/2, result)
			},
		}
	}
}

const skynetChildren = 10

func skynet(parent chan<- int64, first, size int) {
	if size == 1 {
		parent <- int64(first)
		return
	}
	mine := make(chan int64, skynetChildren) // no child waits
	part := size / skynetChildren
	for i := 0; i < skynetChildren; i++ {
		go skynet(mine, first+i*part, part)
	}
	sum := int64(0)
	for i := 0; i < skynetChildren; i++ {
		sum += <-mine
	}
	parent <- sum
}
