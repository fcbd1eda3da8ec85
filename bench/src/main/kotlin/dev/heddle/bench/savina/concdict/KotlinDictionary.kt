package dev.heddle.bench.savina.concdict

import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines. A worker waits for one answer at a time. */
internal object KotlinDictionary {
    private class Read(val from: Channel<Int>, val key: Int)

    private class Write(val from: Channel<Int>, val key: Int, val value: Int)

    @JvmStatic
    fun setUp(work: Dictionary): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            val requests = Channel<Any>(Channel.UNLIMITED)
            scope.launch { own(work, requests) }
            repeat(work.workers) { number -> scope.launch { ask(work, Client(work, number), requests) } }
            work.finish.await()
        }
    }

    private suspend fun own(work: Dictionary, requests: Channel<Any>) {
        val map = work.map
        var writes = 0L
        var ended = 0
        while (ended < work.workers) {
            when (val request = requests.receive()) {
                is Read -> request.from.send(map.getOrDefault(request.key, -1))
                is Write -> {
                    map[request.key] = request.value
                    writes++
                    request.from.send(request.value)
                }
                else -> ended++
            }
        }
        work.finish.arrive(writes)
    }

    private suspend fun ask(work: Dictionary, client: Client, requests: Channel<Any>) {
        val answers = Channel<Int>(1)
        while (client.next()) {
            requests.send(
                if (client.writes()) Write(answers, client.key(), client.value()) else Read(answers, client.key())
            )
            client.answered(answers.receive())
        }
        requests.send(Dictionary.STOP)
        work.finish.arrive(client.right().toLong())
    }
}
