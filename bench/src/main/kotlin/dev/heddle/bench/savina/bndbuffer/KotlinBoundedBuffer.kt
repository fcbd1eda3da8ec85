package dev.heddle.bench.savina.bndbuffer

import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch

/** On Kotlin's coroutines. The buffer is a channel, and no coroutine of its own. */
internal object KotlinBoundedBuffer {
    @JvmStatic
    fun setUp(work: BoundedBuffer): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            val buffer = Channel<Double>(BoundedBuffer.CAPACITY)
            repeat(work.pairs) {
                scope.launch {
                    var used = 0.0
                    for (item in buffer) {
                        used = BoundedBuffer.process(used + item)
                    }
                    work.finish.arrive(Math.round(used))
                }
            }
            val producers = List(work.pairs) {
                scope.launch {
                    var last = 0.0
                    repeat(work.items) {
                        last = BoundedBuffer.process(last)
                        buffer.send(last)
                    }
                    work.finish.arrive()
                }
            }
            scope.launch {
                producers.joinAll()
                buffer.close()
            }
            work.finish.await()
        }
    }
}
