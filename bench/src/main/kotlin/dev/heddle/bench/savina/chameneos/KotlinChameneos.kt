package dev.heddle.bench.savina.chameneos

import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.SendChannel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines. A creature has one message at most, and the mall one from each. */
internal object KotlinChameneos {
    /** To the mall: I want to meet somebody. To who waits there: here is somebody. */
    private class Meet(val colour: Colour, val from: SendChannel<Any>)

    @JvmStatic
    fun setUp(work: Chameneos): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            scope.launch { work.finish.arrive(mall(scope, work)) }
            work.finish.await()
        }
    }

    private suspend fun mall(scope: CoroutineScope, work: Chameneos): Long {
        val mine = Channel<Any>(work.creatures)
        repeat(work.creatures) { i -> scope.launch { creature(mine, Colour.ofNumber(i)) } }
        var waiting: SendChannel<Any>? = null
        var left = work.meetings
        var here = work.creatures
        val gone = Chameneos.Gone()
        while (here > 0) {
            val message = mine.receive()
            if (message is Chameneos.Count) {
                here = work.creatures - gone.add(message)
            } else if (message is Meet) {
                if (left == 0) {
                    message.from.send(Chameneos.GO_HOME)
                } else if (waiting == null) {
                    waiting = message.from
                } else {
                    left--
                    waiting.send(message)
                    waiting = null
                }
            }
        }
        return gone.result()
    }

    private suspend fun creature(mall: SendChannel<Any>, first: Colour) {
        val mine = Channel<Any>(1)
        var colour = first
        var meetings = 0
        mall.send(Meet(colour, mine))
        for (message in mine) {
            if (message is Meet) {
                colour = colour.meeting(message.colour)
                message.from.send(Chameneos.Change(colour))
            } else if (message is Chameneos.Change) {
                colour = message.colour
            } else {
                break
            }
            meetings++
            mall.send(Meet(colour, mine))
        }
        mall.send(Chameneos.Count(meetings, colour))
    }
}
