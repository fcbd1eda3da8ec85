package dev.heddle.bench.savina.bitonicsort;

/** A number for a {@link Joiner}, from the so-manieth of those that send to it. */
record Ordered(int order, Long value) {}
