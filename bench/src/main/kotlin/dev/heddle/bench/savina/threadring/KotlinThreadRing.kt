package dev.heddle.bench.savina.threadring

import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.ReceiveChannel
import kotlinx.coroutines.channels.SendChannel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines. There is but one message, so channels that hold nothing will do. */
internal object KotlinThreadRing {
    @JvmStatic
    fun setUp(work: ThreadRing): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            val channels = List(work.actors) { Channel<Any>() }
            for (i in channels.indices) {
                scope.launch { member(work, channels[i], channels[work.after(i)]) }
            }
            scope.launch { channels[0].send(ThreadRing.Ping(work.hops)) }
            work.finish.await()
        }
    }

    private suspend fun member(work: ThreadRing, mine: ReceiveChannel<Any>, next: SendChannel<Any>) {
        var pings = 0L
        for (message in mine) {
            if (message is ThreadRing.Ping) {
                pings++
                next.send(work.next(message))
            } else if (message is ThreadRing.Exit) {
                if (message.left > 0) {
                    next.send(ThreadRing.Exit(message.left - 1))
                }
                break
            }
        }
        work.finish.arrive(pings)
    }
}
