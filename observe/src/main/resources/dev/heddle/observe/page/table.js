// A table: sorted by its headers, walked through by the arrow keys, a page at a time.

import {el, keyed, text} from './dom.js';
import {count} from './format.js';

export class Table {
  /**
   * @param columns [{title, sort, number, wide, cell(td, item)}]; sort: what to ask the program for
   * @param options {caption, keyOf(item), open(item), onSort(sort, descending), onPage(offset)}
   */
  constructor(columns, options) {
    this.columns = columns;
    this.options = options;
    this.limit = 50;
    this.offset = 0;
    this.matching = 0;
    this.headers = columns.map((column) => this.#header(column));
    this.rows = el('tbody', {onkeydown: (event) => this.#walk(event)});
    this.note = el('span', {class: 'quiet', role: 'status'});
    this.back = el('button', {type: 'button', class: 'tool', onclick: () => this.#turn(-1)}, '‹ Back');
    this.next = el('button', {type: 'button', class: 'tool', onclick: () => this.#turn(1)}, 'Next ›');
    this.empty = el('p', {class: 'empty', hidden: true});
    this.element = el('div', {class: 'table'},
        el('div', {class: 'scroll'},
            el('table', {'aria-label': options.caption},
                el('thead', {}, el('tr', {}, ...this.headers)), this.rows)),
        this.empty,
        el('div', {class: 'pager'}, this.note, el('span', {class: 'grow'}), this.back, this.next));
  }

  #header(column) {
    const kind = column.number ? 'number' : '';
    if (!column.sort) {
      return el('th', {scope: 'col', class: kind}, column.title);
    }
    const sort = () => this.#sortBy(column.sort);
    return el('th', {scope: 'col', class: kind, 'aria-sort': 'none', 'data-sort': column.sort},
        el('button', {type: 'button', onclick: sort}, column.title));
  }

  #sortBy(sort) {
    const column = this.columns.find((one) => one.sort === sort);
    this.descending = this.sort === sort ? !this.descending : Boolean(column.number);
    this.showSort(sort, this.descending);
    this.options.onSort(sort, this.descending);
  }

  showSort(sort, descending) {
    this.sort = sort;
    this.descending = descending;
    for (const header of this.headers) {
      if (header.dataset.sort) {
        const order = descending ? 'descending' : 'ascending';
        header.setAttribute('aria-sort', header.dataset.sort === sort ? order : 'none');
      }
    }
  }

  #turn(direction) {
    const offset = Math.max(0, this.offset + direction * this.limit);
    this.options.onPage(offset);
  }

  /** Shows a page of what was found. */
  show(items, {offset, matching, looked, nothing}) {
    this.offset = offset;
    this.matching = matching;
    this.#draw(items);
    this.empty.hidden = items.length > 0;
    text(this.empty, items.length > 0 ? '' : nothing);
    const upTo = offset + items.length;
    const part = looked < matching ? ', of those looked at' : '';
    text(this.note, items.length === 0 ? '' : `${count(offset + 1)}–${count(upTo)} of ${count(matching)}${part}`);
    this.back.disabled = offset === 0;
    this.next.disabled = upTo >= matching;
  }

  /** New numbers for rows that are shown already. */
  refresh(items) {
    const known = new Map(items.map((item) => [String(this.options.keyOf(item)), item]));
    for (const row of this.rows.children) {
      const item = known.get(row.key);
      row.classList.toggle('gone', !item);
      if (item) {
        this.#write(row, item);
      }
    }
  }

  get shownKeys() {
    return [...this.rows.children].map((row) => row.key);
  }

  #draw(items) {
    const make = () => el('tr', {tabindex: -1, onclick: (event) => {
      if (!event.target.closest('a,button')) {
        this.options.open(event.currentTarget.item);
      }
    }}, ...this.columns.map((column) => el('td', {
      class: [column.number ? 'number' : '', column.wide ? 'wide' : ''].join(' ').trim(),
    })));
    keyed(this.rows, items, this.options.keyOf, make, (row, item) => {
      row.key = String(this.options.keyOf(item));
      row.classList.remove('gone');
      this.#write(row, item);
    });
    if (!this.rows.querySelector('tr[tabindex="0"]')) {
      this.rows.firstElementChild?.setAttribute('tabindex', '0');
    }
  }

  #write(row, item) {
    row.item = item;
    this.columns.forEach((column, i) => column.cell(row.children[i], item));
  }

  mark(key) {
    for (const row of this.rows.children) {
      row.classList.toggle('marked', row.key === String(key));
    }
  }

  #walk(event) {
    const row = event.target.closest('tr');
    if (event.key === 'Enter' && event.target === row) {
      event.preventDefault(); // or it would press what gets the focus
      this.options.open(row.item);
      return;
    }
    const to = {
      ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling,
      Home: this.rows.firstElementChild, End: this.rows.lastElementChild,
    }[event.key];
    if (to) {
      event.preventDefault();
      row.setAttribute('tabindex', '-1');
      to.setAttribute('tabindex', '0');
      to.focus();
    }
  }
}
