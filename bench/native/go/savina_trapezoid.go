package main

import "math"

const (
	trapezoidWorkers = 100
	trapezoidLeft    = 1.0
	trapezoidRight   = 5.0
)

type trapezoidPart struct {
	left, right, width float64
}

type trapezoidArea struct {
	area   float64
	pieces int
}

func init() {
	Programs["savina-trapezoid"] = func(s Setting) Work {
		pieces := s.Size(10_000, 10_000_000)
		some := s.Size(10_000, 1_000_000)
		expected := trapezoidSum(trapezoidLeft, (trapezoidRight-trapezoidLeft)/float64(some), some)
		var result trapezoidArea
		return Work{
			Units:   float64(pieces),
			Repeats: 1,
			Run: func() int64 {
				result = trapezoid(pieces)
				return int64(result.pieces)
			},
			Check: func(computed int64) {
				CheckEqual("the number of pieces", int64(pieces), computed)
				if math.Abs(result.area-expected) > 2e-6 {
					Fail("wrong result: the area is %g, should be %g", result.area, expected)
				}
			},
		}
	}
}

func trapezoid(pieces int) trapezoidArea {
	width := (trapezoidRight - trapezoidLeft) / float64(pieces)
	part := (trapezoidRight - trapezoidLeft) / trapezoidWorkers
	done := make(chan trapezoidArea)
	go func() {
		areas := make(chan trapezoidArea, trapezoidWorkers)
		for i := 0; i < trapezoidWorkers; i++ {
			parts := make(chan trapezoidPart, 1)
			go trapezoidWorker(parts, areas)
			left := part*float64(i) + trapezoidLeft
			parts <- trapezoidPart{left, left + part, width}
		}
		var sum trapezoidArea
		for i := 0; i < trapezoidWorkers; i++ {
			one := <-areas
			sum.area += one.area
			sum.pieces += one.pieces
		}
		done <- sum
	}()
	return <-done
}

func trapezoidWorker(parts <-chan trapezoidPart, areas chan<- trapezoidArea) {
	part := <-parts
	count := int(math.Round((part.right - part.left) / part.width))
	areas <- trapezoidArea{trapezoidSum(part.left, part.width, count), count}
}

func trapezoidSum(left, width float64, count int) float64 {
	sum := 0.0
	for i := 0; i < count; i++ {
		from := float64(i)*width + left
		to := from + width
		sum += (trapezoidHeight(from) + trapezoidHeight(to)) / 2 * width
	}
	return sum
}

func trapezoidHeight(x float64) float64 {
	wave := math.Sin(math.Pow(x, 3) - 1)
	return wave / (x + 1) * math.Sqrt(1+math.Exp(math.Sqrt(2*x)))
}
