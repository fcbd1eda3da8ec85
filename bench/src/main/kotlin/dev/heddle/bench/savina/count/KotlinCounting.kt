package dev.heddle.bench.savina.count

import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.SendChannel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines. */
internal object KotlinCounting {
    /** Asks for the number. */
    private class Retrieve(val answers: SendChannel<Int>)

    @JvmStatic
    fun setUp(work: Counting): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            val messages = Channel<Any>(Channel.UNLIMITED)
            scope.launch {
                var count = 0
                for (message in messages) {
                    if (message === Counting.INCREMENT) {
                        count++
                    } else if (message is Retrieve) {
                        message.answers.send(count)
                        break
                    }
                }
            }
            scope.launch {
                repeat(work.messages) { messages.send(Counting.INCREMENT) }
                val answers = Channel<Int>()
                messages.send(Retrieve(answers))
                work.finish.arrive(answers.receive().toLong())
            }
            work.finish.await()
        }
    }
}
