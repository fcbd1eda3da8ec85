package dev.heddle.bench.savina.logmap

import dev.heddle.bench.savina.logmap.LogisticMap.Signal
import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines. Answers come by a channel of their own, so that nothing is put aside. */
internal object KotlinLogisticMap {
    @JvmStatic
    fun setUp(work: LogisticMap): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            scope.launch { lead(scope, work) }
            work.finish.await()
        }
    }

    private suspend fun lead(scope: CoroutineScope, work: LogisticMap) {
        val results = Channel<Double>(Channel.UNLIMITED)
        val series = List(work.series) { number ->
            val questions = Channel<Double>()
            val answers = Channel<Double>()
            val inbox = Channel<Signal>(Channel.UNLIMITED)
            scope.launch {
                val rate = LogisticMap.rate(number)
                for (term in questions) {
                    answers.send(LogisticMap.next(term, rate))
                }
                work.finish.arrive()
            }
            scope.launch {
                var term = LogisticMap.start(number)
                var made = 0
                for (signal in inbox) {
                    if (signal == Signal.NEXT) {
                        questions.send(term)
                        term = answers.receive()
                        made++
                    } else {
                        results.send(term + made)
                    }
                }
                questions.close()
                work.finish.arrive()
            }
            inbox
        }
        repeat(work.terms) {
            for (each in series) {
                each.send(Signal.NEXT)
            }
        }
        for (each in series) {
            each.send(Signal.GET)
        }
        var sum = 0L
        repeat(work.series) { sum += LogisticMap.digits(results.receive()) }
        series.forEach { it.close() }
        work.finish.arrive(sum)
    }
}
