package dev.heddle.observe.page;

import java.time.Duration;

/**
 * What a client may ask of the server at most.
 *
 * @param exchanges requests under way at once, streams included
 * @param streams streams of digests at once
 * @param arrival how long a request may take to arrive
 * @param answer how long an answer, or a piece of a stream, may take to be read
 * @param address characters of a request's path and query
 * @param headers characters of its headers, names and values together
 */
record Limits(
    int exchanges, int streams, Duration arrival, Duration answer, int address, int headers) {
  static final Limits DEFAULT =
      new Limits(64, 16, Duration.ofSeconds(5), Duration.ofSeconds(15), 8192, 16384);
}
