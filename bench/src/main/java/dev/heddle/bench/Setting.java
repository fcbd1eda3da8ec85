package dev.heddle.bench;

/**
 * What every contender of a run is told alike.
 *
 * @param workers how many threads its runtime shall use
 * @param scale how much to do
 */
public record Setting(int workers, Scale scale) {}
