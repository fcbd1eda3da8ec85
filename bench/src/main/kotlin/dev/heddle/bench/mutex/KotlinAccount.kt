package dev.heddle.bench.mutex

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

/** On Kotlin's coroutines and its mutex, which is fair. */
internal object KotlinAccount {
    @JvmStatic
    fun run(account: Account): Long {
        runBlocking(Dispatchers.Default) {
            val mutex = Mutex()
            repeat(Account.FIBERS) {
                launch {
                    for (i in 0 until account.each) {
                        val amount = Account.earn(i)
                        mutex.withLock { account.pay(amount) }
                    }
                }
            }
        }
        return account.result()
    }
}
