package dev.heddle.bench.savina.stage

import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines: each has a channel without a bound, so that a send never waits. */
class KotlinStage private constructor(
    private val scope: CoroutineScope,
    private val actor: Actor<Channel<Any>>,
) : Stage<Channel<Any>> {
    private val channel = Channel<Any>(Channel.UNLIMITED)
    private var stopped = false

    private suspend fun run() {
        actor.start(this)
        while (!stopped) {
            actor.receive(channel.receive(), this)
        }
    }

    override fun address(): Channel<Any> = channel

    override fun spawn(other: Actor<Channel<Any>>): Channel<Any> {
        val stage = KotlinStage(scope, other)
        scope.launch { stage.run() }
        return stage.channel
    }

    override fun send(to: Channel<Any>, message: Any) {
        to.trySend(message)
    }

    override fun stop() {
        stopped = true
    }

    companion object {
        /** For a contest. */
        @JvmStatic
        fun setUp(work: StagedWork): LongSupplier {
            val scope = CoroutineScope(Dispatchers.Default)
            return LongSupplier {
                val first = KotlinStage(scope, work.opening())
                scope.launch { first.run() }
                work.finish().await()
            }
        }
    }
}
