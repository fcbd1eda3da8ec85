package dev.heddle.bench.channel

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/** On Kotlin's coroutines and its channels. */
internal object KotlinMessages {
    /** Of [capacity] messages; none: who sends waits for who receives. */
    @JvmStatic
    fun run(work: Messages, capacity: Int): Long {
        runBlocking(Dispatchers.Default) {
            val channel = Channel<Int>(capacity)
            repeat(work.pairs) {
                launch {
                    for (i in 0 until work.each) {
                        channel.send(i % Messages.NUMBERS)
                    }
                }
                launch {
                    var received = 0L
                    repeat(work.each) { received += 1 + channel.receive() }
                    work.add(received)
                }
            }
        }
        return work.result()
    }
}
