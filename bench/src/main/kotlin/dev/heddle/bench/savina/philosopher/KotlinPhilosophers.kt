package dev.heddle.bench.savina.philosopher

import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines. A philosopher waits for one answer at a time. */
internal object KotlinPhilosophers {
    private class Hungry(val from: Channel<Dinner.Signal>, val number: Int)

    private class Done(val number: Int)

    @JvmStatic
    fun setUp(work: Dinner): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            val requests = Channel<Any>(Channel.UNLIMITED)
            scope.launch { arbitrate(work, requests) }
            repeat(work.philosophers) { number -> scope.launch { dine(work, number, requests) } }
            work.finish.await()
        }
    }

    private suspend fun arbitrate(work: Dinner, requests: Channel<Any>) {
        val forks = Forks(work.philosophers)
        var left = 0
        while (left < work.philosophers) {
            when (val request = requests.receive()) {
                is Hungry ->
                    request.from.send(
                        if (forks.take(request.number)) Dinner.Signal.EAT else Dinner.Signal.DENIED
                    )
                is Done -> forks.putBack(request.number)
                else -> left++
            }
        }
        work.finish.arrive(forks.meals().toLong())
    }

    private suspend fun dine(work: Dinner, number: Int, requests: Channel<Any>) {
        val answers = Channel<Dinner.Signal>(1)
        val hungry = Hungry(answers, number)
        val done = Done(number)
        var meals = 0
        while (meals < work.rounds) {
            requests.send(hungry)
            if (answers.receive() == Dinner.Signal.EAT) {
                meals++
                requests.send(done)
            }
        }
        requests.send(Dinner.Signal.EXIT)
        work.finish.arrive(meals.toLong())
    }
}
