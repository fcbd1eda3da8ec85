package dev.heddle.bench.memory

import dev.heddle.bench.actor.Finish
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch

/** Kotlin's coroutines that wait for the same event. Each has begun to wait when it is started. */
internal class KotlinCrowd(private val count: Int) : Crowd {
    private val scope = CoroutineScope(Dispatchers.Default)
    private val event = CompletableDeferred<Unit>()
    private val finish = Finish()

    override fun gather() {
        finish.expect(count)
        repeat(count) {
            scope.launch(start = CoroutineStart.UNDISPATCHED) {
                event.await()
                finish.arrive()
            }
        }
    }

    override fun dismiss() {
        event.complete(Unit)
        finish.await()
    }
}
