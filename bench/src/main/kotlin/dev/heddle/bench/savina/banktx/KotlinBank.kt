package dev.heddle.bench.savina.banktx

import dev.heddle.bench.savina.banktx.Bank.Signal
import java.util.function.LongSupplier
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch

/** On Kotlin's coroutines. Receipts come by a channel of their own, so nothing is put aside. */
internal object KotlinBank {
    private class Transfer(val amount: Int, val to: Channel<Any>)

    private class Deposit(val amount: Int, val from: Channel<Signal>)

    @JvmStatic
    fun setUp(work: Bank): LongSupplier {
        val scope = CoroutineScope(Dispatchers.Default)
        return LongSupplier {
            scope.launch { order(scope, work) }
            work.finish.await()
        }
    }

    private suspend fun order(scope: CoroutineScope, work: Bank) {
        val receipts = Channel<Signal>(Channel.UNLIMITED)
        val accounts = List(work.accounts) { number ->
            val inbox = Channel<Any>(Channel.UNLIMITED)
            scope.launch { keep(work, number, inbox, receipts) }
            inbox
        }
        val orders = work.Orders()
        while (orders.next()) {
            accounts[orders.from()].send(Transfer(orders.amount(), accounts[orders.to()]))
        }
        repeat(work.transfers) { receipts.receive() }
        accounts.forEach { it.close() }
        work.finish.arrive()
    }

    private suspend fun keep(work: Bank, number: Int, inbox: Channel<Any>, teller: Channel<Signal>) {
        val receipts = Channel<Signal>(1)
        var balance = Bank.INITIAL_BALANCE
        for (message in inbox) {
            if (message is Transfer) {
                balance -= message.amount
                message.to.send(Deposit(message.amount, receipts))
                teller.send(receipts.receive())
            } else if (message is Deposit) {
                balance += message.amount
                message.from.send(Signal.RECEIPT)
            }
        }
        work.finish.arrive(Bank.statement(number, balance))
    }
}
