package dev.heddle.bench.savina.concsll

import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines. A worker waits for one answer at a time. */
internal object KotlinSortedList {
    private class Size(val from: Channel<Int>)

    private class Write(val from: Channel<Int>, val value: Int)

    private class Contains(val from: Channel<Int>, val value: Int)

    @JvmStatic
    fun setUp(work: ListWork): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            val requests = Channel<Any>(Channel.UNLIMITED)
            scope.launch { own(work, requests) }
            repeat(work.workers) { number -> scope.launch { ask(work, Client(work, number), requests) } }
            work.finish.await()
        }
    }

    private suspend fun own(work: ListWork, requests: Channel<Any>) {
        val list = SortedList()
        var ended = 0
        while (ended < work.workers) {
            when (val request = requests.receive()) {
                is Size -> request.from.send(list.size())
                is Write -> {
                    list.add(request.value)
                    request.from.send(request.value)
                }
                is Contains -> request.from.send(if (list.contains(request.value)) 1 else 0)
                else -> ended++
            }
        }
        work.finish.arrive(list.checksum())
    }

    private suspend fun ask(work: ListWork, client: Client, requests: Channel<Any>) {
        val answers = Channel<Int>(1)
        while (client.next()) {
            requests.send(
                when (client.kind()) {
                    Client.Kind.SIZE -> Size(answers)
                    Client.Kind.WRITE -> Write(answers, client.value())
                    else -> Contains(answers, client.value())
                }
            )
            client.answered(answers.receive())
        }
        requests.send(ListWork.STOP)
        work.finish.arrive(client.right().toLong())
    }
}
