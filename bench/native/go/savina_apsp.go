package main

const pathsLongest = 100

type paths struct {
	vertices, block, blocks int
	graph                   [][]int64
}

// pathsBlock has the distances of a block before a step.
type pathsBlock struct {
	step, number int
	values       []int64
}

func init() {
	Programs["savina-apsp"] = func(s Setting) Work {
		vertices := s.Size(20, 300)
		block := s.Size(5, 50)
		p := newPaths(vertices, block)
		expected := p.expect()
		return Work{
			Units:   float64(vertices * 2 * p.blocks * p.blocks * (p.blocks - 1)),
			Repeats: 1,
			Run:     p.run,
			Check: func(result int64) {
				CheckEqual("the weighted sum of the distances", expected, result)
			},
		}
	}
}

func newPaths(vertices, block int) *paths {
	p := &paths{vertices, block, vertices / block, make([][]int64, vertices)}
	for i := range p.graph {
		p.graph[i] = make([]int64, vertices)
	}
	random := savinaRandom(vertices)
	for i := range p.graph {
		for j := i + 1; j < vertices; j++ {
			p.graph[i][j] = int64(random.next(pathsLongest) + 1)
			p.graph[j][i] = p.graph[i][j]
		}
	}
	return p
}

func (p *paths) expect() int64 {
	distances := make([][]int64, p.vertices)
	for i, row := range p.graph {
		distances[i] = append([]int64(nil), row...)
	}
	for k := range distances {
		for i := range distances {
			for j := range distances {
				through := distances[i][k] + distances[k][j]
				if through < distances[i][j] {
					distances[i][j] = through
				}
			}
		}
	}
	sum := int64(0)
	for i, row := range distances {
		for j, distance := range row {
			sum += distance * p.weight(i, j)
		}
	}
	return sum
}

func (p *paths) weight(row, column int) int64 {
	return int64(row*p.vertices + column + 1)
}

// run has channels that hold all that can be under way: two messages from each neighbour.
func (p *paths) run() int64 {
	result := make(chan int64)
	go func() {
		sums := make(chan int64)
		all := make([]chan pathsBlock, p.blocks*p.blocks)
		for i := range all {
			all[i] = make(chan pathsBlock, 4*(p.blocks-1))
		}
		for i := range all {
			var neighbours []chan pathsBlock
			for j := range all {
				if (i/p.blocks == j/p.blocks) != (i%p.blocks == j%p.blocks) {
					neighbours = append(neighbours, all[j])
				}
			}
			go p.work(i, all[i], neighbours, sums)
		}
		sum := int64(0)
		for range all {
			sum += <-sums
		}
		result <- sum
	}()
	return <-result
}

func (p *paths) work(number int, in <-chan pathsBlock, neighbours []chan pathsBlock, sums chan<- int64) {
	size := p.block
	row := number / p.blocks * size
	column := number % p.blocks * size
	mine := make([]int64, 0, size*size)
	for _, line := range p.graph[row : row+size] {
		mine = append(mine, line[column:column+size]...)
	}
	theirs := make([][]int64, p.blocks*p.blocks)
	ahead := make([][]int64, p.blocks*p.blocks)
	received, receivedAhead := 0, 0
	for step := 0; step < p.vertices; step++ {
		for _, neighbour := range neighbours {
			neighbour <- pathsBlock{step, number, mine}
		}
		for received < len(neighbours) {
			other := <-in
			if other.step == step {
				theirs[other.number] = other.values
				received++
			} else {
				ahead[other.number] = other.values
				receivedAhead++
			}
		}
		theirs[number] = mine
		via := step / size
		left := theirs[number/p.blocks*p.blocks+via]
		above := theirs[via*p.blocks+number%p.blocks]
		mine = pathsThrough(mine, left, above, step%size, size)
		theirs, ahead = ahead, theirs
		received, receivedAhead = receivedAhead, 0
	}
	sum := int64(0)
	for i, distance := range mine {
		sum += distance * p.weight(row+i/size, column+i%size)
	}
	sums <- sum
}

func pathsThrough(mine, left, above []int64, inner, size int) []int64 {
	next := make([]int64, len(mine))
	line := above[inner*size : inner*size+size]
	for i := 0; i < size; i++ {
		to := left[i*size+inner]
		from := mine[i*size : i*size+size]
		target := next[i*size : i*size+size]
		for j, distance := range from {
			through := to + line[j]
			if through < distance {
				distance = through
			}
			target[j] = distance
		}
	}
	return next
}
