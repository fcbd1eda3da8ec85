// Who spawned whom: children are asked for when their parent is opened.

import {latest} from './api.js';
import {el, keyed, text} from './dom.js';
import {count, words} from './format.js';

export class Tree {
  constructor(page) {
    this.page = page;
    this.ask = latest();
    this.list = el('ul', {role: 'tree', 'aria-label': 'Processes by parent', class: 'tree',
      onkeydown: (event) => this.#walk(event)});
    this.empty = el('p', {class: 'empty'}, '');
    this.element = el('div', {class: 'panel'}, this.list, this.empty);
    this.ticks = 0;
  }

  load() {
    this.ask('tree', {}, (found) => {
      this.#fill(this.list, found, 1);
      text(this.empty, found.lines.length ? '' : 'This runtime has no processes.');
      if (!this.list.querySelector('[tabindex="0"]')) {
        this.list.querySelector('.twig')?.setAttribute('tabindex', '0');
      }
    }, (problem) => text(this.empty, problem.message));
  }

  forget() {
    this.list.replaceChildren();
    this.list.elementsByKey = new Map();
    if (!this.element.hidden) {
      this.load();
    }
  }

  /** Now and then what is open is asked for again, if there are not too many for that. */
  tick(few) {
    if (few && ++this.ticks % 3 === 0 && !this.ask.isDue()) {
      this.load();
      this.list.querySelectorAll('li[aria-expanded="true"]').forEach((item) => item.reload());
    }
  }

  #fill(list, found, level) {
    keyed(list, found.lines, (line) => line.pid, (line) => this.#item(line, level),
        (item, line) => this.#write(item, line));
    const hidden = found.matching - found.lines.length;
    list.querySelector(':scope > .more')?.remove();
    if (hidden > 0) {
      list.append(el('li', {class: 'more quiet', role: 'none'}, `and ${count(hidden)} more`));
    }
  }

  #item(line, level) {
    const twig = el('div', {class: 'twig', tabindex: -1,
      onclick: () => this.page.open('process', line.pid)},
    el('button', {type: 'button', class: 'fold', tabindex: -1, 'aria-hidden': 'true',
      onclick: (event) => {
        event.stopPropagation();
        toggle();
      }}, '▸'),
    el('b'), el('span', {class: 'quiet'}), el('span', {class: 'state'}), el('span', {class: 'number'}),
    el('span', {class: 'quiet'}));
    const children = el('ul', {role: 'group', hidden: true});
    const item = el('li', {role: 'treeitem', 'aria-level': level}, twig, children);
    item.style.setProperty('--level', level - 1);
    const ask = latest();
    const toggle = () => {
      const open = item.getAttribute('aria-expanded') === 'true';
      item.setAttribute('aria-expanded', String(!open));
      text(twig.firstChild, open ? '▸' : '▾');
      children.hidden = open;
      if (!open) {
        item.reload();
      }
    };
    item.toggle = toggle;
    item.reload = () => ask('tree', {pid: line.pid}, (found) => this.#fill(children, found, level + 1));
    item.line = line;
    return item;
  }

  #write(item, line) {
    const [fold, name, pid, state, mailbox, more] = item.firstChild.children;
    if (line.parentOfSome && !item.hasAttribute('aria-expanded')) {
      item.setAttribute('aria-expanded', 'false');
    }
    fold.classList.toggle('none', !line.parentOfSome);
    text(name, line.name);
    text(pid, line.pid);
    state.dataset.state = line.state;
    text(state, words(line.state));
    text(mailbox, line.mailbox > 0 ? `${count(line.mailbox)} in mailbox` : '');
    text(more, line.restarts > 0 ? `${count(line.restarts)} restarts` : '');
    item.line = line;
  }

  #walk(event) {
    const twig = event.target.closest('.twig');
    if (!twig) {
      return;
    }
    const item = twig.parentElement;
    const open = item.getAttribute('aria-expanded') === 'true';
    const all = [...this.list.querySelectorAll('.twig')].filter((one) => one.offsetParent !== null);
    const here = all.indexOf(twig);
    let to = null;
    switch (event.key) {
      case 'Enter': this.page.open('process', item.line.pid); break;
      case 'ArrowDown': to = all[here + 1]; break;
      case 'ArrowUp': to = all[here - 1]; break;
      case 'ArrowRight': open || !item.hasAttribute('aria-expanded') ? to = all[here + 1] : item.toggle(); break;
      case 'ArrowLeft': open ? item.toggle() : to = item.parentElement.closest('li')?.firstChild; break;
      default: return;
    }
    event.preventDefault();
    if (to) {
      twig.setAttribute('tabindex', '-1');
      to.setAttribute('tabindex', '0');
      to.focus();
    }
  }
}
