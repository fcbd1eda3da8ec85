/**
 * {@code ./heddle trace}: runs a program with a flight recording of all that Heddle tells, and
 * makes a picture of it in the Trace Event Format, which the Perfetto UI and chrome://tracing show.
 *
 * <p>{@link dev.heddle.observe.trace.TraceMain} has a {@code Recorder} run the program. A {@code
 * RecordingReader} goes through the recording, and fills a {@code Timeline}: a {@code Track} for
 * each worker and each thread outside, with {@code Slice}s on it, {@code Moment}s, and {@code
 * Arrow}s between slices. A {@code TraceWriter} writes that down.
 */
@NullMarked
package dev.heddle.observe.trace;

import org.jspecify.annotations.NullMarked;
