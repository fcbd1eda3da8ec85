package dev.heddle.bench.savina.big

import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.ReceiveChannel
import kotlinx.coroutines.channels.SendChannel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines. Channels hold as much as can be under way, so nobody waits to send. */
internal object KotlinBig {
    /** Each coroutine has one, and sends it again and again. */
    private class Ping(val from: SendChannel<Any>)

    @JvmStatic
    fun setUp(work: Big): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            val channels = List(work.actors) { Channel<Any>(work.actors + 2) }
            val done = Channel<Any>(work.actors)
            scope.launch { sink(done, channels) }
            for (number in channels.indices) {
                scope.launch { work.finish.arrive(member(work, channels, done, number)) }
            }
            for (channel in channels) {
                channel.trySend(Big.GO)
            }
            work.finish.await()
        }
    }

    private suspend fun sink(mine: ReceiveChannel<Any>, members: List<SendChannel<Any>>) {
        repeat(members.size) { mine.receive() }
        for (member in members) {
            member.send(Big.EXIT)
        }
    }

    private suspend fun member(
        work: Big,
        channels: List<Channel<Any>>,
        sink: SendChannel<Any>,
        number: Int,
    ): Long {
        val mine = channels[number]
        val asker = Asker(work, number)
        val ping = Ping(mine)
        val pong = Big.Pong(number)
        for (message in mine) {
            if (message is Ping) {
                message.from.send(pong)
                continue
            }
            if (message === Big.EXIT) {
                break
            }
            if (message is Big.Pong) {
                asker.answered(message.number)
            }
            if (asker.goesOn()) {
                channels[asker.next()].send(ping)
            } else {
                sink.send(Big.DONE)
            }
        }
        return asker.sum()
    }
}
