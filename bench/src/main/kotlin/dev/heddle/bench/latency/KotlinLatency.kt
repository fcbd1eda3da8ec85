package dev.heddle.bench.latency

import java.util.function.LongConsumer
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.sync.Semaphore

/** On Kotlin's coroutines. */
internal object KotlinLatency {
    /** Starts a coroutine for each question. */
    @JvmStatic
    fun submission(stamp: Stamp): LongConsumer {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongConsumer { number -> scope.launch { stamp.set(number) } }
    }

    /** Wakes a coroutine that waits. */
    @JvmStatic
    fun wake(stamp: Stamp): LongConsumer {
        val semaphore = Semaphore(1, 1)
        CoroutineScope(Dispatchers.Default).launch {
            while (true) {
                semaphore.acquire()
                stamp.set(stamp.question())
            }
        }
        return LongConsumer { number ->
            stamp.ask(number)
            semaphore.release()
        }
    }
}
