package main

func init() {
	Programs["savina-concsll"] = func(s Setting) Work {
		workers := 20
		operations := s.Size(50, 8_000)
		if s.Quick {
			operations = 1_500
		}
		var list sortedList
		ever := new(numbers)
		for number := 0; number < workers; number++ {
			random := Lehmer(number + 1)
			for i := 0; i < operations; i++ {
				if request := nextListRequest(&random); request.kind == listWrite {
					list.add(request.value)
					ever.add(request.value)
				}
			}
		}
		expected := int64(workers*operations) + list.checksum()
		return Work{
			Units:   float64(workers * operations),
			Repeats: 1,
			Run:     func() int64 { return concSortedList(workers, operations, ever) },
			Check: func(result int64) {
				CheckEqual("the number of answers and the list", expected, result)
			},
		}
	}
}

const (
	listSize = iota
	listWrite
	listContains
)

type listRequest struct {
	from  chan<- int
	kind  int
	value int
}

func nextListRequest(random *Lehmer) listRequest {
	percent := random.Below(100)
	if percent < 1 {
		return listRequest{kind: listSize}
	}
	value := random.Below(listLimit)
	if percent < 11 {
		return listRequest{kind: listWrite, value: value}
	}
	return listRequest{kind: listContains, value: value}
}

const listLimit = 65_536

// numbers is a set of those that a list may have.
type numbers [listLimit / 64]uint64

func (n *numbers) add(value int)      { n[value/64] |= 1 << (value % 64) }
func (n *numbers) has(value int) bool { return n[value/64]&(1<<(value%64)) != 0 }

type listNode struct {
	value int
	next  *listNode
}

// A linked list, the smallest first.
type sortedList struct{ first *listNode }

func (l *sortedList) add(value int) {
	at := &l.first
	for *at != nil && (*at).value <= value {
		at = &(*at).next
	}
	*at = &listNode{value, *at}
}

func (l *sortedList) contains(value int) bool {
	node := l.first
	for node != nil && node.value < value {
		node = node.next
	}
	return node != nil && node.value == value
}

func (l *sortedList) size() int {
	size := 0
	for node := l.first; node != nil; node = node.next {
		size++
	}
	return size
}

func (l *sortedList) checksum() int64 {
	sum := int64(0)
	place := int64(1)
	for node := l.first; node != nil; node = node.next {
		sum += place * int64(node.value)
		place++
	}
	return sum
}

// Gives the number of right answers, and the list's checksum.
func concSortedList(workers, operations int, ever *numbers) int64 {
	requests := make(chan listRequest, workers)
	done := make(chan int64)
	for number := 0; number < workers; number++ {
		go func(number int) {
			done <- askSortedList(Lehmer(number+1), operations, requests, ever)
		}(number)
	}
	owner := make(chan int64)
	go func() {
		var list sortedList
		for request := range requests {
			switch request.kind {
			case listSize:
				request.from <- list.size()
			case listWrite:
				list.add(request.value)
				request.from <- request.value
			case listContains:
				if list.contains(request.value) {
					request.from <- 1
				} else {
					request.from <- 0
				}
			}
		}
		owner <- list.checksum()
	}()
	sum := int64(0)
	for number := 0; number < workers; number++ {
		sum += <-done
	}
	close(requests)
	return sum + <-owner
}

// ever is what some worker writes, sooner or later.
func askSortedList(
	random Lehmer, operations int, requests chan<- listRequest, ever *numbers,
) int64 {
	written := new(numbers) // by this worker, so it is there for sure
	answers := make(chan int, 1)
	right := int64(0)
	size := 0
	for i := 0; i < operations; i++ {
		request := nextListRequest(&random)
		request.from = answers
		requests <- request
		answer := <-answers
		switch {
		case request.kind == listSize && answer >= size:
			size = answer
			right++
		case request.kind == listWrite && answer == request.value:
			written.add(request.value)
			right++
		case request.kind == listContains && answer == 0 && !written.has(request.value),
			request.kind == listContains && answer == 1 && ever.has(request.value):
			right++
		}
	}
	return right
}
