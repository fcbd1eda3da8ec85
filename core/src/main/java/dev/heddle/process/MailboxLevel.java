package dev.heddle.process;

/**
 * A mailbox has crossed one of its {@linkplain ProcessOptions#withWatermarks watermarks}.
 *
 * @param pid whose mailbox
 * @param messages how many messages were in it then
 * @param high true: it has risen to the high mark; false: it has fallen to the low one again
 */
public record MailboxLevel(Pid pid, int messages, boolean high) {}
