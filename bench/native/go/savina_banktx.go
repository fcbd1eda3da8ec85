package main

const initialBalance = 1_000_000_000

func init() {
	Programs["savina-banktx"] = func(s Setting) Work {
		accounts := s.Size(20, 1_000)
		transfers := s.Size(100, 50_000)
		balances := make([]int64, accounts)
		random := Lehmer(123_456)
		for i := 0; i < transfers; i++ {
			from, to, amount := nextTransfer(&random, accounts)
			balances[from] -= amount
			balances[to] += amount
		}
		expected := int64(0)
		for number, balance := range balances {
			expected += int64(number+1) * (initialBalance + balance)
		}
		return Work{
			Units:   float64(transfers),
			Repeats: 3,
			Run:     func() int64 { return bank(accounts, transfers) },
			Check: func(result int64) {
				CheckEqual("the sum of all statements", expected, result)
			},
		}
	}
}

func nextTransfer(random *Lehmer, accounts int) (from, to int, amount int64) {
	from = random.Below(accounts / 10 * 8)
	to = random.Below(accounts - from)
	if to == 0 {
		to = 1
	}
	to += from
	amount = int64(random.Below(1_000) + 1)
	return
}

// A transfer to another account, or a deposit from one.
type bankMessage struct {
	amount int64
	to     chan<- bankMessage
	from   chan<- bool
}

// Receipts come by a channel of their own, so that nothing has to be put aside.
func bank(accounts, transfers int) int64 {
	receipts := make(chan bool, transfers) // the teller reads them only when he has ordered all
	statements := make(chan int64)
	inboxes := make([]chan bankMessage, accounts)
	for number := range inboxes {
		inboxes[number] = make(chan bankMessage, 64)
		go func(number int64, inbox <-chan bankMessage) {
			balance := int64(initialBalance)
			mine := make(chan bool, 1)
			for message := range inbox {
				if message.to != nil {
					balance -= message.amount
					message.to <- bankMessage{amount: message.amount, from: mine}
					receipts <- <-mine
				} else {
					balance += message.amount
					message.from <- true
				}
			}
			statements <- (number + 1) * balance
		}(int64(number), inboxes[number])
	}
	random := Lehmer(123_456)
	for i := 0; i < transfers; i++ {
		from, to, amount := nextTransfer(&random, accounts)
		inboxes[from] <- bankMessage{amount: amount, to: inboxes[to]}
	}
	for i := 0; i < transfers; i++ {
		<-receipts
	}
	sum := int64(0)
	for _, inbox := range inboxes {
		close(inbox)
	}
	for range inboxes {
		sum += <-statements
	}
	return sum
}
