// What was seen of a runtime in the last minutes: digests come with totals, rates are differences.

const KEPT = 300;

export class History {
  constructor() {
    this.samples = [];
    this.instance = '';
  }

  /** Takes a digest in; a runtime that has been started anew starts a new history. */
  add(digest) {
    if (digest.instance !== this.instance) {
      this.samples = [];
      this.instance = digest.instance;
    }
    const previous = this.samples.at(-1);
    if (previous && digest.uptimeMillis <= previous.at) {
      return;
    }
    const sample = {
      at: digest.uptimeMillis,
      totals: {
        ...digest.totals,
        sent: digest.processes.sent,
        handled: digest.processes.handled,
        restarts: digest.processes.restarts,
      },
      workers: new Map(digest.workers.map((worker) => [worker.worker, worker])),
      mailboxes: digest.processes.queued,
      runTimes: digest.runTimes,
      queueWaits: digest.queueWaits,
      rates: null,
    };
    sample.rates = previous ? rates(previous, sample) : null;
    this.samples.push(sample);
    if (this.samples.length > KEPT) {
      this.samples.shift();
    }
  }

  get last() {
    return this.samples.at(-1) ?? null;
  }

  /** What happened each second, of a total by name; for the newest sample. */
  rate(name) {
    return this.last?.rates?.[name] ?? 0;
  }

  series(pick) {
    return this.samples.map((sample) => ({at: sample.at, value: pick(sample)}));
  }

  rateSeries(name) {
    return this.samples
        .filter((sample) => sample.rates)
        .map((sample) => ({at: sample.at, value: sample.rates[name] ?? 0}));
  }

  /** The newest sample that is at least so old, or the oldest there is. */
  before(millisAgo) {
    const newest = this.last;
    return this.samples.findLast((sample) => newest.at - sample.at >= millisAgo)
        ?? this.samples[0];
  }
}

function rates(before, after) {
  const seconds = (after.at - before.at) / 1000;
  const result = {};
  for (const [name, value] of Object.entries(after.totals)) {
    if (typeof value === 'number') {
      result[name] = Math.max(0, value - before.totals[name]) / seconds;
    }
  }
  result.chosen = after.totals.chosen.map(
      (value, rule) => Math.max(0, value - before.totals.chosen[rule]) / seconds);
  result.workers = new Map();
  after.workers.forEach((worker, number) => {
    const earlier = before.workers.get(number);
    const runs = earlier ? sum(worker.chosen) - sum(earlier.chosen) : sum(worker.chosen);
    result.workers.set(number, Math.max(0, runs) / seconds);
  });
  return result;
}

export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
