package dev.heddle.bench.savina.fjthrput

import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines. The sender's thread must not wait, so the channels hold everything. */
internal object KotlinThroughput {
    @JvmStatic
    fun setUp(work: Throughput): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            val channels = List(work.actors) { Channel<Any>(Channel.UNLIMITED) }
            for (channel in channels) {
                scope.launch {
                    val share = Throughput.Share(work.messages)
                    for (message in channel) {
                        if (message === Throughput.MESSAGE && share.add()) {
                            break
                        }
                    }
                    work.finish.arrive(share.result())
                }
            }
            repeat(work.messages) {
                for (channel in channels) {
                    channel.trySend(Throughput.MESSAGE)
                }
            }
            work.finish.await()
        }
    }
}
