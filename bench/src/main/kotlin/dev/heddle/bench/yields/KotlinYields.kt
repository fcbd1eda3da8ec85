package dev.heddle.bench.yields

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield

/** On Kotlin's coroutines, whose yield goes through the dispatcher even if nobody else is ready. */
internal object KotlinYields {
    @JvmStatic
    fun run(work: Yielders): Long {
        runBlocking(Dispatchers.Default) {
            repeat(work.fibers) {
                launch {
                    repeat(work.each()) { yield() }
                    work.add(work.each())
                }
            }
        }
        return work.result()
    }
}
