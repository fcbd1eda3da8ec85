// All processes, a page at a time: as a table, or as the tree of who spawned whom.

import {latest} from './api.js';
import {afterPause, el, keyed, text} from './dom.js';
import {count, millis, words} from './format.js';
import {Table} from './table.js';
import {Tree} from './tree.js';

const STATES = ['STARTING', 'READY', 'RUNNING', 'YIELDING', 'BLOCKED', 'IDLE'];
/** Searching through more than so many is not done again by itself, only on demand. */
const FEW = 20_000;

export function stateCell(td, state) {
  if (!td.firstChild) {
    td.append(el('span', {class: 'state'}));
  }
  td.firstChild.dataset.state = state;
  text(td.firstChild, words(state));
}

export class Processes {
  constructor(section, page) {
    this.page = page;
    this.question = {search: '', sort: 'NUMBER', descending: false, offset: 0};
    this.ask = latest();
    this.askAgain = latest();
    this.looks = 0;
    this.states = el('div', {class: 'chips'});
    this.search = el('input', {type: 'search', class: 'search', placeholder: 'Search names and PIDs   ( / )',
      'aria-label': 'Search processes', autocomplete: 'off', spellcheck: 'false', maxlength: 200,
      oninput: afterPause(200, () => this.#change({search: this.search.value, offset: 0}))});
    this.table = this.#makeTable();
    this.tree = new Tree(page);
    this.tree.element.hidden = true;
    this.shapes = ['Table', 'Tree'].map((name) => el('button', {type: 'button',
      'data-shape': name.toLowerCase(), 'aria-pressed': String(name === 'Table'),
      onclick: () => this.#shape(name.toLowerCase())}, name));
    this.note = el('span', {class: 'quiet'});
    section.append(
        el('div', {class: 'toolbar'}, this.search,
            el('span', {class: 'switch', role: 'group', 'aria-label': 'Shape'}, ...this.shapes),
            this.states, el('span', {class: 'grow'}), this.note),
        this.table.element, this.tree.element);
  }

  #makeTable() {
    const number = (pick) => (td, line) => text(td, count(pick(line)));
    const table = new Table([
      {title: 'PID', sort: 'NUMBER', cell: (td, line) => text(td, line.pid)},
      {title: 'Name', sort: 'NAME', wide: true, cell: (td, line) => {
        text(td, line.name);
        td.title = line.name;
      }},
      {title: 'State', sort: 'STATE', cell: (td, line) => stateCell(td, line.state)},
      {title: 'Mailbox', sort: 'MAILBOX', number: true, cell: number((line) => line.mailbox)},
      {title: 'Steps', sort: 'STEPS', number: true, cell: number((line) => line.steps)},
      {title: 'Restarts', sort: 'RESTARTS', number: true, cell: number((line) => line.restarts)},
      {title: 'Age', sort: 'AGE', number: true, cell: (td, line) => text(td, millis(line.ageMillis))},
      {title: 'Parent', cell: (td, line) => this.#parent(td, line)},
      {title: 'Waits for', wide: true, cell: (td, line) => {
        const more = line.commands > 1 ? ` and ${line.commands - 1} more` : '';
        text(td, line.command + more);
        td.title = line.command;
      }},
    ], {
      caption: 'Processes',
      keyOf: (line) => line.pid,
      open: (line) => this.page.open('process', line.pid),
      onSort: (sort, descending) => this.#change({sort, descending, offset: 0}),
      onPage: (offset) => this.#change({offset}),
    });
    table.showSort(this.question.sort, this.question.descending);
    return table;
  }

  #parent(td, line) {
    const wanted = line.parent;
    if (td.dataset.pid === wanted) {
      return;
    }
    td.dataset.pid = wanted;
    td.replaceChildren(...(wanted ? [el('button', {type: 'button', class: 'link',
      title: line.supervised ? 'its supervisor' : 'spawned it',
      onclick: () => this.page.open('process', wanted)}, wanted)] : []));
  }

  #shape(shape) {
    this.shapes.forEach((button) => button.setAttribute('aria-pressed', String(button.dataset.shape === shape)));
    this.table.element.hidden = shape !== 'table';
    this.tree.element.hidden = shape !== 'tree';
    this.search.disabled = shape === 'tree';
    if (shape === 'tree') {
      this.tree.load();
    }
  }

  #change(part) {
    Object.assign(this.question, part);
    this.#find();
  }

  #find() {
    this.looks = 0;
    this.ask('processes', {...this.question, limit: this.table.limit}, (found) => {
      if (found.lines.length === 0 && found.matching > 0 && this.question.offset > 0) {
        this.#change({offset: 0}); // those that were there have ended
        return;
      }
      this.found = found;
      this.table.show(found.lines, {...found, offset: this.question.offset,
        nothing: this.question.search ? `No process matches “${this.question.search}”.`
          : 'This runtime has no processes.'});
      this.table.mark(this.page.openKey('process'));
      text(this.note, '');
    }, (problem) => text(this.note, problem.message));
  }

  shown() {
    this.#find();
    if (!this.tree.element.hidden) {
      this.tree.load();
    }
  }

  focusSearch() {
    this.search.focus();
    this.search.select();
  }

  /** Another runtime, or the same program started again. */
  restarted() {
    this.question.offset = 0;
    this.tree.forget();
    this.#find();
  }

  draw(digest) {
    this.#drawStates(digest);
    this.table.mark(this.page.openKey('process'));
    if (!this.tree.element.hidden) {
      this.tree.tick(digest.processes.alive <= FEW);
      return;
    }
    if (this.ask.isDue()) {
      text(this.note, 'searching …');
      return;
    }
    const keys = this.table.shownKeys;
    const few = (this.found?.looked ?? 0) <= FEW;
    if (few && (++this.looks % 3 === 0 || keys.length === 0)) {
      this.#find();
    } else if (keys.length > 0 && !this.askAgain.isDue()) {
      this.askAgain('processes/again', {pid: fitting(keys)}, (lines) => this.table.refresh(lines));
    }
  }

  #drawStates({processes}) {
    const about = processes.looked < processes.alive ? 'about ' : '';
    const present = STATES.filter((state) => processes.states[state] > 0);
    keyed(this.states, present, (state) => state, (state) =>
      el('span', {class: 'chip', 'data-state': state}, el('span', {class: 'state', 'data-state': state},
          words(state)), el('b', {class: 'number'})),
    (chip, state) => text(chip.lastChild, about + count(processes.states[state])));
  }
}

/** As many as go into one request. */
function fitting(keys) {
  let room = 6000;
  return keys.filter((key) => (room -= encodeURIComponent(key).length + 5) > 0);
}
