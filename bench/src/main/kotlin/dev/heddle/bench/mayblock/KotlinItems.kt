package dev.heddle.bench.mayblock

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch

/** On Kotlin's coroutines: one for each item, all of them started by one. */
internal object KotlinItems {
    @JvmStatic
    fun run(items: Items): Long {
        val scope = CoroutineScope(Dispatchers.Default)
        scope.launch {
            for (i in 0 until items.count) {
                if (items.sleeps(i)) {
                    scope.launch {
                        delay(1)
                        items.passAfterSleep()
                    }
                } else {
                    scope.launch { items.pass() }
                }
            }
        }
        return items.await()
    }
}
