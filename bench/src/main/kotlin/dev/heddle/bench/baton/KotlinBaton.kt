package dev.heddle.bench.baton

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Semaphore

/** On Kotlin's coroutines, with its semaphores. */
internal object KotlinBaton {
    @JvmStatic
    fun run(baton: Baton): Long {
        runBlocking(Dispatchers.Default) {
            val first = Semaphore(1, 1)
            val second = Semaphore(1, 1)
            launch {
                repeat(baton.roundTrips) {
                    baton.hand()
                    second.release()
                    first.acquire()
                }
            }
            launch {
                repeat(baton.roundTrips) {
                    second.acquire()
                    baton.hand()
                    first.release()
                }
            }
        }
        return baton.result()
    }
}
