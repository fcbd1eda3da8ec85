package dev.heddle.bench.pingpong

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/** On Kotlin's coroutines, which have no park: each waits at a channel that holds nothing. */
internal object KotlinPingPong {
    @JvmStatic
    fun run(game: PingPong): Long {
        runBlocking(Dispatchers.Default) {
            val pings = Channel<Unit>()
            val pongs = Channel<Unit>()
            launch {
                repeat(game.roundTrips()) {
                    game.count(0)
                    pings.send(Unit)
                    pongs.receive()
                }
            }
            launch {
                repeat(game.roundTrips()) {
                    pings.receive()
                    game.count(1)
                    pongs.send(Unit)
                }
            }
        }
        return game.result()
    }
}
