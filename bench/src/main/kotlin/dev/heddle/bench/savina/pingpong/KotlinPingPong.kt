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
            val pings = Channel<Int>()
            val pongs = Channel<Int>()
            scope.launch {
                for (ping in pings) {
                    pongs.send(ping)
                }
            }
            scope.launch {
                var answered = 0L
                repeat(work.roundTrips) { i ->
                    val bit = i and 1
                    pings.send(bit)
                    if (pongs.receive() == bit) {
                        answered++
                    }
                }
                pings.close()
                work.finish.arrive(answered)
            }
            work.finish.await()
        }
    }
}
