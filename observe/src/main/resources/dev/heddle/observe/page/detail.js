// One process or fiber: what it is at, what it waits for, what happened to it last.

import {command, latest} from './api.js';
import {byId, el, text} from './dom.js';
import {clock, count, millis, words} from './format.js';

/** To look closely at one of more than so many is not done each second. */
const FEW = 20_000;

export class Detail {
  constructor(page) {
    this.page = page;
    this.ask = latest();
    this.element = byId('detail');
    this.kind = '';
    this.key = '';
    this.drawn = '';
    this.ticks = 0;
  }

  get isOpen() {
    return !this.element.hidden;
  }

  open(kind, key) {
    this.cameFrom = this.isOpen ? this.cameFrom : document.activeElement;
    this.kind = kind;
    this.key = String(key);
    this.drawn = '';
    this.element.hidden = false;
    document.body.classList.add('with-detail');
    this.#frame(kind === 'process' ? `Process ${key}` : `Fiber ${key}`);
    this.load();
    this.element.querySelector('.close').focus({preventScroll: true});
  }

  close() {
    this.element.hidden = true;
    document.body.classList.remove('with-detail');
    this.kind = '';
    if (this.cameFrom?.isConnected) {
      this.cameFrom.focus({preventScroll: true});
    }
  }

  tick(processes) {
    this.ticks++;
    if (this.isOpen && !this.ask.isDue() && (processes <= FEW || this.ticks % 5 === 0)) {
      this.load();
    }
  }

  #frame(title) {
    this.title = el('h2', {}, title);
    this.content = el('div', {class: 'content'});
    this.actions = el('span', {class: 'actions'});
    this.element.replaceChildren(
        el('header', {}, this.title, this.actions, el('button', {type: 'button', class: 'tool close',
          'aria-label': 'Close detail', title: 'Close (Esc)', onclick: () => this.page.close()}, '✕')),
        this.content);
  }

  load() {
    const {kind, key} = this;
    this.ask(kind, kind === 'process' ? {pid: key} : {id: key}, (found) => {
      const shape = JSON.stringify(found);
      if (shape !== this.drawn && kind === this.kind) {
        this.drawn = shape;
        kind === 'process' ? this.#process(found) : this.#fiber(found);
      }
    }, (problem) => this.#ended(problem));
  }

  #ended(problem) {
    this.drawn = '';
    this.actions.replaceChildren();
    let note = this.content.querySelector('.ended');
    if (!note) {
      note = el('p', {class: 'ended notice'});
      this.content.prepend(note);
    }
    text(note, problem.message);
  }

  #process(found) {
    const {line} = found;
    text(this.title, line.name || line.pid);
    this.#offer('Stop', 'stop', {pid: line.pid},
        'Asks the process to end. It gets a Cancel event.');
    this.#replace([
      facts([
        ['PID', line.pid], ['state', stateOf(line.state)], ['mailbox', count(line.mailbox)],
        ['steps', count(line.steps)], ['age', millis(line.ageMillis)],
        ['restarts', count(line.restarts)],
        [line.supervised ? 'supervisor' : 'parent', line.parent ? this.#link('process', line.parent) : '–'],
        ['names', found.names.join(', ') || '–'],
      ]),
      list('Waits for commands', found.commands, (one) => one),
      list('Links', found.links, (pid) => this.#link('process', pid)),
      list('Children', found.children, (child) =>
        [this.#link('process', child.pid, child.name), ' ', stateOf(child.state)]),
      list('Last events, newest first', [...found.lastEvents].reverse(), timed,
          'None since you have first looked.'),
      stack(found.stack),
    ]);
  }

  #fiber(found) {
    text(this.title, found.name);
    this.#offer('Interrupt', 'interrupt', {id: found.id}, 'Interrupts the fiber: its wait ends.');
    this.#replace([
      facts([
        ['ID', String(found.id)], ['state', stateOf(found.state)],
        ['age', millis(found.ageMillis)], ['waited', found.waitedMillis > 0 ? millis(found.waitedMillis) : '–'],
        ['waits for', found.waitsFor || '–'], ['held by', found.heldBy || '–'],
      ]),
      stack(found.stack.join('\n')),
    ]);
  }

  /** Keeps where the user has scrolled to. */
  #replace(parts) {
    const places = [...this.content.querySelectorAll('pre')].map((pre) => pre.scrollTop);
    const chosen = document.getSelection();
    if (chosen && !chosen.isCollapsed && this.content.contains(chosen.anchorNode)) {
      this.drawn = '';
      return;
    }
    const focused = this.content.contains(document.activeElement)
      ? document.activeElement.dataset.key : null;
    this.content.replaceChildren(...parts.filter((part) => part !== null));
    this.content.querySelectorAll('pre').forEach((pre, i) => {
      pre.scrollTop = places[i] ?? 0;
    });
    if (focused) {
      [...this.content.querySelectorAll('[data-key]')].find((one) => one.dataset.key === focused)?.focus();
    }
  }

  #link(kind, key, name = key) {
    return el('button', {type: 'button', class: 'link', 'data-key': key,
      onclick: () => this.page.open(kind, key)}, name);
  }

  #offer(name, action, parameters, note) {
    if (!this.page.digest?.control) {
      this.actions.replaceChildren();
      return;
    }
    if (this.actions.firstChild?.dataset.key === this.key) {
      return;
    }
    const button = el('button', {type: 'button', class: 'tool danger', title: note, 'data-key': this.key,
      onclick: () => {
        if (button.dataset.sure === undefined) {
          button.dataset.sure = '';
          text(button, `${name}: sure?`);
          setTimeout(() => {
            delete button.dataset.sure;
            text(button, name);
          }, 3000);
          return;
        }
        delete button.dataset.sure;
        command(action, parameters).then(
            (done) => text(button, done.done ? 'asked' : 'has ended'),
            (problem) => text(button, problem.message));
      }}, name);
    this.actions.replaceChildren(button);
  }
}

/** The time in front of an event as the clock on the wall has it. */
function timed(event) {
  const [, at, rest] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (.*)$/s.exec(event) ?? [];
  if (!at) {
    return event;
  }
  const time = new Date(at);
  const millis = String(time.getMilliseconds()).padStart(3, '0');
  return [el('time', {class: 'quiet'}, `${clock(time)}.${millis} `), rest];
}

function stateOf(state) {
  return el('span', {class: 'state', 'data-state': state}, words(state));
}

function facts(pairs) {
  return el('dl', {class: 'pairs'}, ...pairs.map(([name, value]) =>
    el('div', {}, el('dt', {}, name), el('dd', {}, value))));
}

function list(title, items, draw, nothing = '') {
  if (items.length === 0 && !nothing) {
    return null;
  }
  return el('section', {}, el('h3', {}, title), items.length === 0
    ? el('p', {class: 'quiet'}, nothing)
    : el('ul', {class: 'plain'}, ...items.map((item) => el('li', {}, draw(item)))));
}

function stack(text) {
  return el('section', {}, el('h3', {}, 'Stack'), text
    ? el('pre', {tabindex: 0}, text)
    : el('p', {class: 'quiet'}, 'It is at nothing now, so it has none.'));
}
