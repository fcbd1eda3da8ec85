package dev.heddle.bench.sleepers

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch

/** On Kotlin's coroutines: all of them started by one. */
internal object KotlinSleepers {
    @JvmStatic
    fun startAll(sleepers: Sleepers) {
        val millis = sleepers.millis()
        CoroutineScope(Dispatchers.Default).launch {
            repeat(sleepers.count) {
                launch {
                    delay(millis)
                    sleepers.awake()
                }
            }
        }
    }
}
