// Fibers, and tasks that wait: how many do what, who waits for longest, and who holds it.

import {latest} from './api.js';
import {afterPause, el, keyed, text} from './dom.js';
import {count, millis, words} from './format.js';
import {stateCell} from './processes.js';
import {Table} from './table.js';

const STATES = ['RUNNING', 'QUEUED', 'WAITING', 'YIELDED', 'IDLE'];

export class Fibers {
  constructor(section, page) {
    this.page = page;
    this.question = {search: '', offset: 0};
    this.ask = latest();
    this.looks = 0;
    this.states = el('div', {class: 'chips'});
    this.search = el('input', {type: 'search', class: 'search',
      placeholder: 'Search names and what is waited for   ( / )',
      'aria-label': 'Search fibers', autocomplete: 'off', spellcheck: 'false', maxlength: 200,
      oninput: afterPause(200, () => this.#change({search: this.search.value, offset: 0}))});
    this.all = this.#makeTable();
    this.note = el('span', {class: 'quiet'});
    section.append(
        el('div', {class: 'toolbar'}, this.search, this.states, el('span', {class: 'grow'}), this.note),
        this.all.element,
        el('p', {class: 'quiet'}, 'Fibers, and tasks that wait; those that have waited for longest come first.'));
  }

  #makeTable() {
    return new Table([
      {title: 'ID', number: true, cell: (td, line) => text(td, line.id)},
      {title: 'Name', wide: true, cell: (td, line) => {
        text(td, line.name);
        td.title = line.name;
      }},
      {title: 'State', cell: (td, line) => stateCell(td, line.state)},
      {title: 'Age', number: true, cell: (td, line) => text(td, millis(line.ageMillis))},
      {title: 'Waited', number: true, cell: (td, line) =>
        text(td, line.waitedMillis > 0 ? millis(line.waitedMillis) : '')},
      {title: 'Waits for', wide: true, cell: (td, line) => {
        text(td, line.waitsFor);
        td.title = line.waitsFor;
      }},
      {title: 'Held by', cell: (td, line) => text(td, line.heldBy)},
    ], {
      caption: 'Fibers',
      keyOf: (line) => line.id,
      open: (line) => this.page.open('fiber', line.id),
      onSort: () => {},
      onPage: (offset) => this.#change({offset}),
    });
  }

  #change(part) {
    Object.assign(this.question, part);
    this.#find();
  }

  #find() {
    this.ask('fibers', {...this.question, limit: this.all.limit}, (found) => {
      if (found.lines.length === 0 && found.matching > 0 && this.question.offset > 0) {
        this.#change({offset: 0}); // those that were there have ended
        return;
      }
      this.all.show(found.lines, {...found, offset: this.question.offset,
        nothing: this.question.search ? `No fiber matches “${this.question.search}”.`
          : 'This runtime has no fibers, and no task that waits.'});
      this.all.mark(this.page.openKey('fiber'));
      text(this.note, '');
    }, (problem) => text(this.note, problem.message));
  }

  shown() {
    this.#find();
  }

  focusSearch() {
    this.search.focus();
    this.search.select();
  }

  restarted() {
    this.question.offset = 0;
    this.#find();
  }

  draw({fibers}) {
    const about = fibers.looked < fibers.alive ? 'about ' : '';
    keyed(this.states, STATES.filter((state) => fibers.states[state] > 0), (state) => state,
        (state) => el('span', {class: 'chip', 'data-state': state},
            el('span', {class: 'state', 'data-state': state}, words(state)), el('b', {class: 'number'})),
        (chip, state) => text(chip.lastChild, about + count(fibers.states[state])));
    this.all.mark(this.page.openKey('fiber'));
    if (++this.looks % 2 === 0 && !this.ask.isDue()) {
      this.#find();
    }
  }
}
