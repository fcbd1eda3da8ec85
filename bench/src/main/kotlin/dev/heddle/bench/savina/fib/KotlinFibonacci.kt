package dev.heddle.bench.savina.fib

import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch

/** On Kotlin's coroutines, which are awaited. */
internal object KotlinFibonacci {
    @JvmStatic
    fun setUp(work: Fibonacci): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            scope.launch { work.finish().arrive(fib(work.number)) }
            work.finish().await()
        }
    }

    private suspend fun fib(n: Int): Long {
        if (n <= 2) {
            return 1
        }
        return coroutineScope {
            val first = async { fib(n - 1) }
            val second = async { fib(n - 2) }
            first.await() + second.await()
        }
    }
}
