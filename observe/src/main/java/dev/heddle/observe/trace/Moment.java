package dev.heddle.observe.trace;

import java.util.Map;

/** Something that happened at once. */
record Moment(String name, Track track, long at, Map<String, Object> details) {}
