package main

func init() {
	Programs["savina-chameneos"] = func(s Setting) Work {
		creatures := 100
		meetings := s.Size(300, 200_000)
		return Work{
			Units:   float64(meetings),
			Repeats: 3,
			Run:     func() int64 { return chameneos(creatures, meetings) },
			Check: func(result int64) {
				// The rest of their sum by three is the same after a meeting as before.
				sum := int64(0)
				for i := 0; i < creatures; i++ {
					sum += int64(i % colours)
				}
				CheckEqual("the number of creatures met", 2*int64(meetings), result/colours)
				CheckEqual("the rest of the colours", sum%colours, result%colours)
			},
		}
	}
}

type colour int

const colours = 3

// meeting gives what two become that meet: the third colour, or their own if they have the same.
func (c colour) meeting(other colour) colour {
	if c == other {
		return c
	}
	return colours - c - other
}

const (
	wantToMeet = iota // to the mall, and from there to who waits
	change            // to who was met
	goHome            // from the mall
	goneHome          // to the mall, with the number of meetings and the colour
)

// encounter is what creatures and the mall send each other.
type encounter struct {
	kind     int
	colour   colour
	from     chan<- encounter
	meetings int64
}

func chameneos(creatures, meetings int) int64 {
	done := make(chan int64)
	go func() { done <- mall(creatures, meetings) }()
	return <-done
}

func mall(creatures, meetings int) int64 {
	mine := make(chan encounter, creatures)
	for i := 0; i < creatures; i++ {
		go creature(mine, colour(i%colours))
	}
	var waiting chan<- encounter
	met, sum := int64(0), int64(0)
	for gone := 0; gone < creatures; {
		message := <-mine
		switch {
		case message.kind == goneHome:
			met += message.meetings
			sum += int64(message.colour)
			gone++
		case meetings == 0:
			message.from <- encounter{kind: goHome}
		case waiting == nil:
			waiting = message.from
		default:
			meetings--
			waiting <- message
			waiting = nil
		}
	}
	return met*colours + sum%colours
}

func creature(mall chan<- encounter, mine colour) {
	inbox := make(chan encounter, 1)
	meetings := int64(0)
	for {
		mall <- encounter{kind: wantToMeet, colour: mine, from: inbox}
		message := <-inbox
		switch message.kind {
		case wantToMeet:
			mine = mine.meeting(message.colour)
			message.from <- encounter{kind: change, colour: mine}
		case change:
			mine = message.colour
		case goHome:
			mall <- encounter{kind: goneHome, colour: mine, meetings: meetings}
			return
		}
		meetings++
	}
}
