package dev.heddle.bench.savina.pingpong

import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines. At most one message is under way, so channels that hold nothing will do. */
internal object KotlinPingPong {
    @JvmStatic
    fun setUp(work: PingPong): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            val pings = Channel<Any>()
            val pongs = Channel<Any>()
            scope.launch {
                for (ping in pings) {
                    pongs.send(PingPong.PONG)
                }
            }
            scope.launch {
                var answered = 0L
                repeat(work.roundTrips) {
                    pings.send(PingPong.PING)
                    pongs.receive()
                    answered++
                }
                pings.close()
                work.finish.arrive(answered)
            }
            work.finish.await()
        }
    }
}
