/** How long does it take that two fibers hand a baton to and fro by signals? */
@NullMarked
package dev.heddle.bench.baton;

import org.jspecify.annotations.NullMarked;
