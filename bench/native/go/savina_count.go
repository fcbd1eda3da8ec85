package main

func init() {
	Programs["savina-count"] = func(s Setting) Work {
		messages := s.Size(1_000, 1_000_000)
		return Work{
			Units:   float64(messages),
			Repeats: 3,
			Run:     func() int64 { return count(messages) },
			Check: func(result int64) {
				CheckEqual("the number of messages", int64(messages), result)
			},
		}
	}
}

// increment counts one; with a channel it asks for the number instead.
type increment struct {
	answers chan<- int64
}

func count(messages int) int64 {
	increments := make(chan increment, 1024)
	go func() {
		counted := int64(0)
		for message := range increments {
			if message.answers != nil {
				message.answers <- counted
				return
			}
			counted++
		}
	}()
	done := make(chan int64)
	go func() {
		for i := 0; i < messages; i++ {
			increments <- increment{}
		}
		answers := make(chan int64)
		increments <- increment{answers}
		done <- <-answers
	}()
	return <-done
}
