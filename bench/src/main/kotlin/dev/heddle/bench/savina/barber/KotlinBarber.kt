package dev.heddle.bench.savina.barber

import dev.heddle.bench.savina.barber.Shop.Signal
import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines, each with a channel. */
internal object KotlinBarber {
    /** From the street to the room, and from there to the barber. */
    private class Enter(val customer: Channel<Signal>)

    private class Returned(val customer: Channel<Signal>)

    @JvmStatic
    fun setUp(work: Shop): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            val barber = Channel<Any>(Channel.UNLIMITED)
            val room = Channel<Any>() // so that who is turned away has to wait, and so has the street
            val street = Channel<Any>()
            scope.launch { cut(work, barber, room) }
            scope.launch { wait(work, room, barber) }
            scope.launch { send(scope, work, street, room) }
            work.finish.await()
        }
    }

    private suspend fun cut(work: Shop, mine: Channel<Any>, room: Channel<Any>) {
        val haircuts = Delays.ofHaircuts()
        for (message in mine) {
            if (message is Enter) {
                message.customer.send(Signal.START)
                haircuts.pass()
                message.customer.send(Signal.DONE)
                room.send(Signal.NEXT)
            }
        }
        work.finish.arrive(haircuts.sum())
    }

    private suspend fun wait(work: Shop, mine: Channel<Any>, barber: Channel<Any>) {
        val waiting = ArrayDeque<Enter>()
        var barberSleeps = true
        var open = true
        while (open || !barberSleeps) { // all are served, and the barber has said that he is free
            val message = mine.receive()
            if (message == Signal.EXIT) {
                open = false
                continue
            }
            if (message is Enter && waiting.size == work.capacity) {
                message.customer.send(Signal.FULL)
                continue
            }
            if (message is Enter) {
                waiting.add(message)
            }
            if (message is Enter && !barberSleeps) {
                message.customer.send(Signal.WAIT)
            } else {
                val first = waiting.removeFirstOrNull()
                barberSleeps = first == null
                barber.send(first ?: Signal.WAIT)
            }
        }
        barber.close()
        work.finish.arrive()
    }

    private suspend fun send(scope: CoroutineScope, work: Shop, mine: Channel<Any>, room: Channel<Any>) {
        val delays = Delays.ofCustomers()
        repeat(work.haircuts) {
            val customer = Channel<Signal>(Channel.UNLIMITED)
            scope.launch { visit(work, customer, mine) }
            room.send(Enter(customer))
            delays.pass()
        }
        var served = 0
        while (served < work.haircuts) {
            val message = mine.receive()
            if (message is Returned) {
                room.send(Enter(message.customer))
            } else {
                served++
            }
        }
        room.send(Signal.EXIT)
        work.finish.arrive(delays.sum())
    }

    private suspend fun visit(work: Shop, mine: Channel<Signal>, street: Channel<Any>) {
        var started = false
        while (true) {
            when (mine.receive()) {
                Signal.FULL -> street.send(Returned(mine))
                Signal.START -> started = true
                Signal.DONE -> break
                else -> {}
            }
        }
        street.send(Signal.DONE)
        work.finish.arrive(if (started) 1 else 0)
    }
}
