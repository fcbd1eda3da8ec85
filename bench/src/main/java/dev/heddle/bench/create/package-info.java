/** What does a process cost, from its making to its end, if it handles but one message? */
@NullMarked
package dev.heddle.bench.create;

import org.jspecify.annotations.NullMarked;
