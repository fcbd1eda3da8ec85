/** How much memory does a process take that waits for messages? */
@NullMarked
package dev.heddle.bench.idleprocess;

import org.jspecify.annotations.NullMarked;
