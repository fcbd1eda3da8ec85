package dev.heddle.bench.skynet

import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.SendChannel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines. A channel holds what all children send, so none of them waits. */
internal object KotlinSkynet {
    @JvmStatic
    fun setUp(skynet: Skynet): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            scope.launch {
                val result = Channel<Long>(1)
                scope.launch { node(scope, 0, skynet.leaves, result) }
                skynet.finish.arrive(result.receive())
            }
            skynet.finish.await()
        }
    }

    private suspend fun node(scope: CoroutineScope, first: Int, size: Int, parent: SendChannel<Long>) {
        if (size == 1) {
            parent.send(first.toLong())
            return
        }
        val mine = Channel<Long>(Skynet.CHILDREN)
        val part = size / Skynet.CHILDREN
        repeat(Skynet.CHILDREN) { i -> scope.launch { node(scope, first + i * part, part, mine) } }
        var sum = 0L
        repeat(Skynet.CHILDREN) { sum += mine.receive() }
        parent.send(sum)
    }
}
