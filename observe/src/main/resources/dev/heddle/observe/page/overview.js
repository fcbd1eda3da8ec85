// Workers, rules, rates, queues and how long things take.

import {el, keyed, text} from './dom.js';
import {count, millis, nanos, share, short, words} from './format.js';
import {RULES, histogram, lane, lineChart, stackedBars} from './charts.js';
import {sum} from './history.js';

const MEANING = {
  BYPASS: 'what the item before returned, or handed over to',
  SUCCESSOR: 'what the item before was the last predecessor of',
  READY: 'a fiber or process that waited and can go on',
  LOCAL: 'the newest of the worker’s own deque',
  AFFINITY: 'what is bound to the worker, or would like it',
  SHARED: 'the oldest of the shared queue',
  STOLEN: 'taken from another worker',
};
const RATES = [
  ['runs', 'Runs', 'items that workers have run'],
  ['sent', 'Messages', 'messages sent to processes'],
  ['stealsMade', 'Steals', 'times that a worker got work from another'],
  ['parks', 'Parks', 'times that a worker fell asleep'],
];
const QUEUES = [
  ['shared', 'rule-shared', (sample) => sample.totals.sharedQueue],
  ['deques', 'rule-local', (sample) => sample.totals.queued],
  ['ready', 'rule-ready', (sample) => sample.totals.ready],
  ['mailboxes', 'rule-successor', (sample) => sample.mailboxes],
];

const TOPS = [
  {title: 'Longest mailboxes', nothing: 'No message waits.', kind: 'process',
    pick: (digest) => digest.processes.longestMailboxes, key: (line) => line.pid,
    name: (line) => `${line.name}  ${line.pid}`, value: (line) => count(line.mailbox)},
  {title: 'Busiest processes', nothing: 'None was seen at work.', kind: 'process',
    pick: (digest) => digest.processes.busiest, key: (line) => line.pid,
    name: (line) => `${line.name}  ${line.pid}`, value: (line) => nanos(line.busyNanos)},
  {title: 'Longest waits', nothing: 'No fiber waits.', kind: 'fiber',
    pick: (digest) => digest.fibers.longestWaits.slice(0, 5), key: (line) => line.id,
    name: (line) => line.name + (line.waitsFor ? `  ${line.waitsFor}` : ''),
    value: (line) => millis(line.waitedMillis)},
];

function panel(title, attributes, ...content) {
  return el('section', {...attributes, class: `panel ${attributes.class ?? ''}`},
      el('h2', {}, title), ...content);
}

function tile(key, name, note) {
  return el('div', {class: 'tile', 'data-tile': key},
      el('span', {class: 'name'}, name), el('b', {}, '–'), el('small', {title: note}, ''));
}

function legend(swatch, name) {
  return el('span', {class: 'legend'}, el('i', {class: `swatch ${swatch}`}), name);
}

export class Overview {
  constructor(section, page) {
    this.page = page;
    this.window = 'start';
    section.append(
        this.#tiles(), this.#workersAndRules(), this.#rates(), this.#queuesAndTimes(), this.#tops());
    this.section = section;
  }

  #tiles() {
    this.tiles = {
      processes: tile('processes', 'Processes', 'alive; below: ever spawned'),
      fibers: tile('fibers', 'Fibers', 'alive; below: ever started'),
      tasks: tile('tasks', 'Tasks under way', 'running or waiting; below: runners that carry them'),
      waiting: tile('waiting', 'Work queued', 'in queues of workers and the shared one'),
      mailboxes: tile('mailboxes', 'In mailboxes', 'messages; below: the longest mailbox ever'),
      deadLetters: tile('deadLetters', 'Dead letters', 'what reached nobody; below: crashes'),
      restarts: tile('restarts', 'Restarts', 'by supervisors; below: spare workers started'),
    };
    return el('div', {class: 'tiles'}, ...Object.values(this.tiles));
  }

  #workersAndRules() {
    this.lanes = el('div', {class: 'lanes', role: 'list'});
    this.mix = el('canvas', {class: 'mix', role: 'img'});
    this.rules = el('div', {class: 'rules'});
    for (const rule of RULES) {
      this.rules.append(el('div', {class: 'rule', 'data-rule': rule, title: MEANING[rule]},
          legend(`rule-${rule.toLowerCase()}`, words(rule)),
          el('span', {class: 'number rate'}), el('span', {class: 'number part'}),
          el('span', {class: 'number total'})));
    }
    const states = ['busy', 'searching', 'parked'].map((state) => legend(`worker-${state}`, state));
    return el('div', {class: 'grid two'},
        panel('Workers', {class: 'workers'},
            el('p', {class: 'legends'}, ...states,
                el('span', {class: 'quiet'}, 'bars: runs per second')), this.lanes),
        panel('Rules: why something ran', {class: 'rule-mix'}, this.mix,
            el('div', {class: 'rule head', 'aria-hidden': 'true'}, el('span'),
                el('span', {class: 'number'}, 'per second'), el('span', {class: 'number'}, 'share'),
                el('span', {class: 'number'}, 'in all')),
            this.rules));
  }

  #rates() {
    this.charts = RATES.map(([key, name, note]) => {
      const now = el('b', {'data-rate': key}, '–');
      const total = el('small', {'data-total': key}, '');
      const canvas = el('canvas', {class: 'chart', role: 'img'});
      return {key, name, now, total, canvas,
        panel: el('section', {class: 'panel', title: note},
            el('h2', {}, name, el('span', {class: 'quiet'}, ' per second')),
            el('div', {class: 'now'}, now, total), canvas)};
    });
    return el('div', {class: 'grid four'}, ...this.charts.map((chart) => chart.panel));
  }

  #queuesAndTimes() {
    this.queues = el('canvas', {class: 'chart tall', role: 'img'});
    this.depths = el('p', {class: 'legends'}, ...QUEUES.map(([name, swatch]) =>
      el('span', {}, legend(swatch, name), ' ', el('b', {class: 'number'}, ''))));
    this.runTimes = this.#times('Run time', 'for how long a worker was at one item at a stretch');
    this.queueWaits = this.#times('Queue wait', 'for how long what could run waited for a worker');
    const choose = (value, name) => el('button', {type: 'button', 'data-window': value,
      'aria-pressed': String(value === this.window), onclick: () => this.#choose(value)}, name);
    this.choice = el('span', {class: 'switch', role: 'group', 'aria-label': 'Times of'},
        choose('start', 'since start'), choose('minute', 'last minute'));
    this.runTimes.panel.querySelector('h2').append(this.choice);
    return el('div', {class: 'grid three'},
        panel('Queues', {}, this.depths, this.queues), this.runTimes.panel, this.queueWaits.panel);
  }

  #times(name, note) {
    const canvas = el('canvas', {class: 'chart tall', role: 'img'});
    const numbers = el('p', {class: 'legends'});
    return {name, canvas, numbers, panel: panel(name, {title: note}, numbers, canvas)};
  }

  #tops() {
    this.tops = TOPS.map((top) => ({...top, list: el('ol', {class: 'top'}),
      none: el('p', {class: 'quiet'}, top.nothing)}));
    return el('div', {class: 'grid three'},
        ...this.tops.map((top) => panel(top.title, {}, top.none, top.list)));
  }

  #choose(value) {
    this.window = value;
    this.choice.querySelectorAll('button').forEach((button) => {
      button.setAttribute('aria-pressed', String(button.dataset.window === value));
    });
    this.page.draw();
  }

  draw(digest, history) {
    this.#drawTiles(digest);
    this.#drawLanes(digest, history);
    this.#drawRules(digest, history);
    this.#drawRates(digest, history);
    this.#drawQueues(history);
    this.#drawTimes(this.runTimes, 'runTimes', 'rule-local', digest, history);
    this.#drawTimes(this.queueWaits, 'queueWaits', 'rule-shared', digest, history);
    this.#drawTops(digest);
  }

  #drawTops(digest) {
    for (const {list, none, pick, kind, key, name, value} of this.tops) {
      const lines = pick(digest);
      none.hidden = lines.length > 0;
      keyed(list, lines, key, () => el('li', {}, el('button', {type: 'button', class: 'link'}), el('b', {class: 'number'})),
          (item, line) => {
            text(item.firstChild, name(line));
            item.firstChild.title = name(line);
            item.firstChild.onclick = () => this.page.open(kind, key(line));
            text(item.lastChild, value(line));
          });
    }
  }

  #drawTiles(digest) {
    const {totals, processes, fibers} = digest;
    const dead = sum(Object.values(processes.deadLetters));
    this.#tile('processes', processes.alive, `${count(processes.spawned)} ever`);
    this.#tile('fibers', fibers.alive, `${count(fibers.started)} ever`);
    this.#tile('tasks', totals.busyRunners, `${count(totals.runners)} runners`);
    this.#tile('waiting', totals.sharedQueue + totals.queued + totals.ready,
        `${count(totals.timers)} timers`);
    this.#tile('mailboxes', processes.queued, `longest ever ${count(processes.longestMailboxEver)}`);
    this.#tile('deadLetters', dead, `${count(processes.failed)} crashes`);
    this.#tile('restarts', processes.restarts, `${count(totals.sparesStarted)} spare workers`);
  }

  #tile(key, value, below) {
    const [, number, small] = this.tiles[key].children;
    text(number, value < 1e7 ? count(value) : short(value));
    number.dataset.value = value;
    text(small, below);
  }

  #drawLanes(digest, history) {
    const recent = history.samples.slice(-120);
    const most = Math.max(1, ...recent.flatMap(
        (sample) => (sample.rates ? [...sample.rates.workers.values()] : [])));
    this.lanes.classList.toggle('few', digest.workers.length <= 4);
    keyed(this.lanes, digest.workers, (worker) => worker.worker, makeLane, (element, worker) => {
      const [number, state, at, strip, rate, queued] = element.children;
      text(number, worker.worker);
      number.title = worker.spare ? 'a spare worker' : `worker ${worker.worker}`;
      element.classList.toggle('spare', worker.spare);
      state.dataset.state = worker.state;
      text(state, words(worker.state));
      text(at, worker.seenAt || (worker.state === 'BUSY' ? '…' : ''));
      at.title = worker.seenAt;
      text(rate, `${short(history.last?.rates?.workers.get(worker.worker) ?? 0)}/s`);
      rate.title = `${count(sum(worker.chosen))} runs in all`;
      text(queued, `${short(worker.queued)} + ${short(worker.ready)}`);
      lane(strip, recent.filter((sample) => sample.workers.has(worker.worker)).map((sample) => ({
        state: sample.workers.get(worker.worker).state,
        level: (sample.rates?.workers.get(worker.worker) ?? 0) / most,
      })));
    });
  }

  #drawRules(digest, history) {
    const bars = history.samples.filter((sample) => sample.rates)
        .map((sample) => sample.rates.chosen);
    stackedBars(this.mix, bars, RULES.map((rule) => `rule-${rule.toLowerCase()}`));
    const now = history.last?.rates?.chosen ?? RULES.map(() => 0);
    const all = digest.totals.chosen;
    [...this.rules.children].forEach((row, i) => {
      const [, rate, part, total] = row.children;
      text(rate, short(now[i]));
      text(part, share(all[i], sum(all)));
      text(total, short(all[i]));
      total.dataset.value = all[i];
    });
    this.mix.setAttribute('aria-label', `rule mix, newest: ${
      RULES.map((rule, i) => `${words(rule)} ${share(now[i], sum(now))}`).join(', ')}`);
  }

  #drawRates(digest, history) {
    for (const {key, name, now, total, canvas} of this.charts) {
      const all = key === 'sent' ? digest.processes.sent : digest.totals[key];
      text(now, short(history.rate(key)));
      text(total, `${count(all)} in all`);
      total.dataset.value = all;
      lineChart(canvas, [{colour: 'accent', points: history.rateSeries(key)}], short);
      canvas.setAttribute('aria-label', `${name} per second over the last minutes, now ${
        short(history.rate(key))}`);
    }
  }

  #drawQueues(history) {
    lineChart(this.queues, QUEUES.map(([, line, pick]) => ({
      colour: line, points: history.series(pick),
    })), short);
    QUEUES.forEach(([, , pick], i) => {
      text(this.depths.children[i].lastChild, history.last ? short(pick(history.last)) : '–');
    });
    this.queues.setAttribute('aria-label', `queue depths over the last minutes: ${
      QUEUES.map(([name, , pick]) => `${name} ${history.last ? pick(history.last) : 0}`).join(', ')}`);
  }

  #drawTimes(part, key, swatch, digest, history) {
    const now = this.window === 'start' || !history.last
        ? digest[key] : lately(digest[key], history.before(60_000)[key]);
    const marks = now.count > 0
        ? [{at: now.p50, name: 'p50'}, {at: now.p99, name: 'p99'}] : [];
    histogram(part.canvas, now.buckets, marks, swatch, (time) => nanos(time).replace(/\.0+ /, ' '));
    const number = (name, value) => el('span', {}, `${name} `, el('b', {}, value));
    const spans = now.count === 0 ? [el('span', {class: 'quiet'}, 'nothing yet')] : [
      number('p50', nanos(now.p50)), number('p99', nanos(now.p99)),
      number('max', nanos(now.max)), number('of', short(now.count)),
    ];
    part.numbers.replaceChildren(...spans);
    part.canvas.setAttribute('aria-label', `${part.name}: ${part.numbers.textContent}`);
  }
}

function makeLane() {
  return el('div', {class: 'lane', role: 'listitem'},
      el('span', {class: 'number'}), el('span', {class: 'state'}), el('span', {class: 'at'}),
      el('canvas', {'aria-hidden': 'true'}), el('span', {class: 'number'}),
      el('span', {class: 'number quiet', title: 'in its deque + ready for it'}));
}

/** What was added since then: counts of buckets less those of before. */
function lately(now, before) {
  const old = new Map(before.buckets);
  const buckets = now.buckets
      .map(([upTo, n]) => [upTo, n - (old.get(upTo) ?? 0)])
      .filter(([, n]) => n > 0);
  const all = sum(buckets.map(([, n]) => n));
  const quantile = (part) => {
    let seen = 0;
    for (const [upTo, n] of buckets) {
      seen += n;
      if (seen >= part * all) {
        return upTo;
      }
    }
    return 0;
  };
  return {count: all, buckets, p50: quantile(0.5), p99: quantile(0.99),
    max: Math.min(buckets.at(-1)?.[0] ?? 0, now.max)};
}
