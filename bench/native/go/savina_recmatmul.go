package main

const productWorkers = 20

type product struct {
	length, smallest int
	a, b, c          [][]float64
}

// productPart is the block at row and inner times the one at inner and column.
type productPart struct {
	row, inner, column, size int
}

// productNews is what the workers tell their master: a part to share out, or that one is done.
type productNews struct {
	part productPart
	done bool
}

func init() {
	Programs["savina-recmatmul"] = func(s Setting) Work {
		length := s.Size(32, 1_024)
		p := &product{length, s.Size(8, 128), productMatrix(length), productMatrix(length), productMatrix(length)}
		for i := 0; i < length; i++ {
			for j := 0; j < length; j++ {
				p.a[i][j] = float64(i)
				p.b[i][j] = float64(j)
			}
		}
		expected := p.parts()
		return Work{
			Units:   2 * float64(length) * float64(length) * float64(length) / 1000,
			Repeats: 1,
			Prepare: func() {
				for _, row := range p.c {
					for j := range row {
						row[j] = 0
					}
				}
			},
			Run: func() int64 { return p.run(expected) },
			Check: func(result int64) {
				CheckEqual("the number of products", int64(expected), result)
				for i, row := range p.c {
					for j, element := range row {
						CheckEqual("an element", int64(length*i*j), int64(element))
					}
				}
			},
		}
	}
}

func productMatrix(length int) [][]float64 {
	rows := make([][]float64, length)
	for i := range rows {
		rows[i] = make([]float64, length)
	}
	return rows
}

func (p *product) parts() int {
	sum := 1
	level := 1
	for size := p.length; size > p.smallest; size /= 2 {
		level *= 8
		sum += level
	}
	return sum
}

// run has channels to the workers that hold all parts there are, so that the master never waits for
// one of them.
func (p *product) run(parts int) int64 {
	result := make(chan int64)
	go func() {
		news := make(chan productNews, 256)
		stopped := make(chan bool)
		workers := make([]chan productPart, productWorkers)
		for i := range workers {
			workers[i] = make(chan productPart, parts)
			go p.work(workers[i], news, stopped)
		}
		workers[0] <- productPart{0, 0, 0, p.length}
		sent := 1
		done := 0
		for done < sent {
			one := <-news
			if one.done {
				done++
			} else {
				workers[(one.part.row+one.part.column)%productWorkers] <- one.part
				sent++
			}
		}
		for _, worker := range workers {
			close(worker)
		}
		for range workers {
			<-stopped
		}
		result <- int64(done)
	}()
	return <-result
}

func (p *product) work(parts <-chan productPart, news chan<- productNews, stopped chan<- bool) {
	for part := range parts {
		if part.size > p.smallest {
			half := part.size / 2
			for i := 0; i < 2; i++ {
				for j := 0; j < 2; j++ {
					for k := 0; k < 2; k++ {
						news <- productNews{part: productPart{
							part.row + i*half, part.inner + k*half, part.column + j*half, half,
						}}
					}
				}
			}
		} else {
			p.multiply(part)
		}
		news <- productNews{done: true}
	}
	stopped <- true
}

func (p *product) multiply(part productPart) {
	for i := part.row; i < part.row+part.size; i++ {
		sums := p.c[i][part.column : part.column+part.size]
		for k := part.inner; k < part.inner+part.size; k++ {
			factor := p.a[i][k]
			right := p.b[k][part.column : part.column+part.size]
			for j := range sums {
				sums[j] += factor * right[j]
			}
		}
	}
}
