/** What does it cost to hand something from one fiber to another? */
@NullMarked
package dev.heddle.bench.channel;

import org.jspecify.annotations.NullMarked;
