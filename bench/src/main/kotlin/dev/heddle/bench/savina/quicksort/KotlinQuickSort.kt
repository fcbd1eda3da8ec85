package dev.heddle.bench.savina.quicksort

import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch

/** On Kotlin's coroutines, which are awaited. */
internal object KotlinQuickSort {
    @JvmStatic
    fun setUp(work: QuickSort): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            scope.launch { work.done(sort(work.values)) }
            work.finish().await()
        }
    }

    private suspend fun sort(values: LongArray): LongArray {
        if (Sorting.small(values)) {
            return values
        }
        val parts = Sorting.divide(values)
        return coroutineScope {
            val less = async { sort(parts.less) }
            val greater = async { sort(parts.greater) }
            parts.join(less.await(), greater.await())
        }
    }
}
