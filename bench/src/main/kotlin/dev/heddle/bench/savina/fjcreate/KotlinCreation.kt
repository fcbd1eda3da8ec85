package dev.heddle.bench.savina.fjcreate

import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines. One finds its message in the channel already, and so need not wait. */
internal object KotlinCreation {
    @JvmStatic
    fun setUp(work: Creation): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            repeat(work.actors) {
                val channel = Channel<Any>(1)
                channel.trySend(Creation.MESSAGE)
                scope.launch {
                    if (channel.receive() === Creation.MESSAGE) {
                        work.handle()
                    }
                }
            }
            work.finish.await()
        }
    }
}
