package main

// savinaLimit is what Savina's random numbers are less than.
const savinaLimit = 1 << 16

// savinaValues are the first of them.
func savinaValues(seed, count int) []int {
	random := savinaRandom(seed)
	values := make([]int, count)
	for i := range values {
		values[i] = random.next(savinaLimit)
	}
	return values
}

// weightedSum has the places as weights: it is largest if the values are in order.
func weightedSum(values []int) int64 {
	sum := 0
	for i, value := range values {
		sum += (i + 1) * value
	}
	return int64(sum)
}
