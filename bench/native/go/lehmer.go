package main

// Lehmer is the generator that all languages have in common, see dev.heddle.bench.savina.Lehmer.
type Lehmer int64

// Next is from 1 to 2^31 - 2.
func (l *Lehmer) Next() int {
	*l = *l * 48_271 % 0x7fff_ffff
	return int(*l)
}

// Below is from 0 to bound - 1.
func (l *Lehmer) Below(bound int) int {
	return l.Next() % bound
}

// Busy keeps a processor busy for so many draws, and returns the last one.
func Busy(draws int) int {
	random := Lehmer(draws)
	for i := 1; i < draws; i++ {
		random.Next()
	}
	return random.Next()
}
