package main

const (
	queensWorkers   = 20
	queensThreshold = 4
)

// queensNews is what the workers tell their master: a board to share out, a solution, or that they
// are done with a board.
type queensNews struct {
	board    []int
	solution bool
	done     bool
}

func init() {
	Programs["savina-nqueenk"] = func(s Setting) Work {
		size := s.Size(6, 12)
		expected := queensCount(1<<size-1, 0, 0, 0)
		return Work{
			Units:   float64(expected),
			Repeats: 3,
			Run:     func() int64 { return queensMaster(size) },
			Check: func(result int64) {
				CheckEqual("the number of solutions", expected, result)
			},
		}
	}
}

// queensCount does it in another way: with the board as bit sets.
func queensCount(all, columns, left, right int) int64 {
	if columns == all {
		return 1
	}
	sum := int64(0)
	for free := all &^ (columns | left | right); free != 0; free &= free - 1 {
		queen := free & -free
		sum += queensCount(all, columns|queen, (left|queen)<<1, (right|queen)>>1)
	}
	return sum
}

// queensMaster has channels to the workers that hold all boards there can be, so that the master never
// waits for one of them.
func queensMaster(size int) int64 {
	boards := 1
	for i := 0; i < queensThreshold; i++ {
		boards *= size
	}
	result := make(chan int64)
	go func() {
		news := make(chan queensNews, 256)
		stopped := make(chan bool)
		workers := make([]chan []int, queensWorkers)
		for i := range workers {
			workers[i] = make(chan []int, 2*boards/queensWorkers+1)
			go queensWork(size, workers[i], news, stopped)
		}
		workers[0] <- []int{}
		sent, done, solutions := 1, 0, int64(0)
		for done < sent {
			one := <-news
			if one.solution {
				solutions++
			} else if one.done {
				done++
			} else {
				workers[sent%queensWorkers] <- one.board
				sent++
			}
		}
		for _, worker := range workers {
			close(worker)
		}
		for range workers {
			<-stopped
		}
		result <- solutions
	}()
	return <-result
}

func queensWork(size int, boards <-chan []int, news chan<- queensNews, stopped chan<- bool) {
	for board := range boards {
		if len(board) < queensThreshold {
			for i := 0; i < size; i++ {
				more := make([]int, len(board)+1)
				copy(more, board)
				more[len(board)] = i
				if queensSafe(more, len(board)) {
					news <- queensNews{board: more}
				}
			}
		} else {
			whole := make([]int, size)
			copy(whole, board)
			queensSearch(whole, len(board), news)
		}
		news <- queensNews{done: true}
	}
	stopped <- true
}

func queensSearch(board []int, row int, news chan<- queensNews) {
	if row == len(board) {
		news <- queensNews{solution: true}
		return
	}
	for i := range board {
		board[row] = i
		if queensSafe(board, row) {
			queensSearch(board, row+1, news)
		}
	}
}

func queensSafe(board []int, last int) bool {
	column := board[last]
	for i, other := range board[:last] {
		distance := last - i
		if other == column || other == column-distance || other == column+distance {
			return false
		}
	}
	return true
}
