package dev.heddle.bench.savina.cigsmok

import dev.heddle.bench.savina.Lehmer
import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines, each with a channel. */
internal object KotlinSmokers {
    @JvmStatic
    fun setUp(work: Smoking): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            scope.launch { arbitrate(scope, work) }
            work.finish.await()
        }
    }

    private suspend fun arbitrate(scope: CoroutineScope, work: Smoking) {
        val mine = Channel<Smoking.Signal>(Channel.UNLIMITED)
        val smokers = List(work.smokers) { Channel<Int>(Channel.UNLIMITED) }
        for (smoker in smokers) {
            scope.launch {
                var sum = 0L
                for (draws in smoker) {
                    mine.send(Smoking.Signal.STARTED)
                    sum += Lehmer.busy(draws)
                }
                work.finish.arrive(sum)
            }
        }
        val choices = work.Choices()
        while (choices.next()) {
            smokers[choices.smoker()].send(choices.draws())
            mine.receive()
        }
        smokers.forEach { it.close() }
        work.finish.arrive()
    }
}
