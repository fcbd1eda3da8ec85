// Who waits for whom. A fiber waits for one thing, and a thing is held by one, so each group of
// waiters is a tree that ends in somebody who goes on, or in a ring of which nobody does.

import {command, latest} from './api.js';
import {el, keyed, svg, text} from './dom.js';
import {count, millis} from './format.js';
import {layOut} from './layout.js';

const MOST_LEAVES = 8;

export class Waits {
  constructor(section, page) {
    this.page = page;
    this.ask = latest();
    this.looks = 0;
    this.rings = el('div', {class: 'cards'});
    this.note = el('p', {class: 'quiet', role: 'status'});
    this.picture = el('div', {class: 'picture', tabindex: 0, 'aria-label': 'Graph of waits'});
    this.groups = el('tbody');
    this.groupPanel = el('section', {}, el('h2', {}, 'Waits of which nobody is known to hold what is waited for'),
        el('div', {class: 'table'}, el('table', {'aria-label': 'Waits without a holder'},
            el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'Waits for'),
                el('th', {scope: 'col', class: 'number'}, 'Fibers'),
                el('th', {scope: 'col', class: 'number'}, 'Longest'))), this.groups)));
    this.dumpText = el('pre', {id: 'dump', tabindex: 0, 'aria-label': 'Dump', hidden: true});
    this.dumpButton = el('button', {type: 'button', class: 'tool', id: 'take-dump',
      title: 'All fibers with their stacks, and the processes', onclick: () => this.#dump()}, 'Take a dump');
    this.dumpPanel = el('section', {hidden: true}, el('p', {}, this.dumpButton), this.dumpText);
    section.append(this.rings, this.note, this.picture, this.groupPanel, this.dumpPanel);
  }

  /** Visits every fiber, so it is taken when somebody asks for it. */
  #dump() {
    this.dumpText.hidden = false;
    text(this.dumpText, 'It is being taken.');
    command('dump').then((dump) => text(this.dumpText, dump.text),
        (problem) => text(this.dumpText, problem.message));
  }

  shown() {
    this.#load();
  }

  restarted() {
    this.drawn = '';
    this.#load();
  }

  draw() {
    this.dumpPanel.hidden = !this.page.digest?.control;
    if (++this.looks % 2 === 0 && !this.ask.isDue()) {
      this.#load();
    }
  }

  #load() {
    this.ask('waits', {}, (waits) => this.#show(waits), (problem) => text(this.note, problem.message));
  }

  #show(waits) {
    keyed(this.rings, waits.deadlocks, (ring) => ring.join('\n'), (ring) =>
      el('article', {class: 'card', 'data-severity': 'ALARM'},
          el('header', {}, el('span', {class: 'kind'}, 'deadlock'),
              el('b', {class: 'subject'}, [...ring, ring[0]].join(' → '))),
          el('p', {}, 'Each waits for what the next one holds, so none of them can go on.')), () => {});
    const part = waits.looked < waits.fibers ? ` of those looked at, ${count(waits.looked)}` : '';
    text(this.note, waits.edges.length === 0
      ? 'No fiber waits for what another one holds.'
      : `${count(waits.holding)} ${waits.holding === 1 ? 'fiber waits' : 'fibers wait'} for what another one holds${part}.`);
    this.#picture(waits);
    this.groupPanel.hidden = waits.groups.length === 0;
    keyed(this.groups, waits.groups, (group) => group.waitsFor,
        () => el('tr', {}, el('td', {class: 'wide'}), el('td', {class: 'number'}), el('td', {class: 'number'})),
        (row, group) => {
          text(row.children[0], group.waitsFor);
          text(row.children[1], count(group.fibers));
          text(row.children[2], millis(group.longestMillis));
        });
  }

  #picture(waits) {
    const shape = JSON.stringify(waits.edges.map((edge) => [edge.id, edge.waitsFor, edge.heldBy]));
    if (shape === this.drawn) {
      return;
    }
    this.drawn = shape;
    const inRing = new Set(waits.deadlocks.flat());
    const {nodes, arrows, width, height} = layOut(graphOf(waits.edges, inRing));
    const drawing = svg('svg', {viewBox: `0 0 ${width} ${height}`, width, height, role: 'group'},
        svg('defs', {}, marker('arrow'), marker('arrow-bad')));
    arrows.forEach((arrow) => drawing.append(svg('path', {
      d: arrow.path,
      class: arrow.bad ? 'arrow bad' : 'arrow',
      'marker-end': `url(#${arrow.bad ? 'arrow-bad' : 'arrow'})`,
    })));
    nodes.forEach((node) => drawing.append(this.#node(node)));
    this.picture.replaceChildren(drawing);
    this.picture.hidden = nodes.length === 0;
  }

  #node(node) {
    const open = node.id ? () => this.page.open('fiber', node.id) : null;
    const box = svg('g', {class: `node ${node.kind}${node.bad ? ' bad' : ''}`,
      transform: `translate(${node.x} ${node.y})`, role: open ? 'button' : 'img',
      tabindex: open ? 0 : null, 'aria-label': node.title, onclick: open,
      onkeydown: open && ((event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          open();
        }
      })},
    svg('title', {}, node.title),
    svg('rect', {x: -node.width / 2, y: -13, width: node.width, height: 26, rx: node.kind === 'fiber' ? 13 : 4}),
    svg('text', {'text-anchor': 'middle', dy: '0.35em'}, node.label));
    return box;
  }
}

function marker(id) {
  return svg('marker', {id, viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 7, markerHeight: 7,
    orient: 'auto-start-reverse'}, svg('path', {d: 'M0 0L8 4L0 8z', class: id}));
}

/** Fibers and what they wait for as nodes; next is what a node points to. */
function graphOf(edges, inRing) {
  const nodes = new Map();
  const node = (key, kind, name, id, title) => {
    if (!nodes.has(key)) {
      const label = name.length > 24 ? `${name.slice(0, 23)}…` : name;
      nodes.set(key, {key, kind, id, label, title, bad: false, next: null, before: [],
        width: Math.max(40, label.length * 6.8 + 20)});
    }
    return nodes.get(key);
  };
  const fiber = (name, id) => node(`fiber ${name}`, 'fiber', name, id, `fiber ${name}`);
  for (const edge of edges) {
    const waiter = fiber(edge.name, edge.id);
    waiter.id ||= edge.id;
    const holder = fiber(edge.heldBy, edge.holder);
    // What it says of itself, without the state that it adds in brackets.
    const what = edge.waitsFor.replace(/ \(.*/, '') || 'something';
    const thing = node(`thing ${what} of ${edge.heldBy}`, 'thing', what, 0, edge.waitsFor);
    link(waiter, thing);
    link(thing, holder);
    if (inRing.has(edge.name) && inRing.has(edge.heldBy)) {
      waiter.bad = thing.bad = holder.bad = true;
    }
  }
  return [...nodes.values()].filter(keepLeaf);
}

function link(from, to) {
  if (from.next === null && from !== to) {
    from.next = to;
    to.before.push(from);
  }
}

/** Of many that wait for the same, some are drawn and the others counted. */
function keepLeaf(one) {
  const siblings = one.next?.before ?? [];
  const leaves = siblings.filter((sibling) => sibling.before.length === 0 && !sibling.bad);
  if (leaves.length <= MOST_LEAVES || !leaves.includes(one)) {
    return true;
  }
  const place = leaves.indexOf(one);
  if (place === MOST_LEAVES - 1) {
    one.label = `and ${count(leaves.length - MOST_LEAVES + 1)} more`;
    one.title = one.label;
    one.id = 0;
  }
  if (place >= MOST_LEAVES) {
    one.dropped = true;
  }
  return !one.dropped;
}
