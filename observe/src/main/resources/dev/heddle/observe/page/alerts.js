// What is wrong, with what to do about it; and the rare things that have happened.

import {el, keyed, text} from './dom.js';
import {clock, count, words} from './format.js';

const KEPT = 200;

export class Alerts {
  constructor(section, page) {
    this.page = page;
    this.incidents = [];
    this.cards = el('div', {class: 'cards'});
    this.calm = el('p', {class: 'calm'}, 'Nothing is wrong, as far as can be seen.');
    this.log = el('ol', {class: 'log', reversed: true});
    this.quiet = el('p', {class: 'empty'}, 'Nothing so far: no crash, no dead letter, no restart, no stuck worker.');
    section.append(this.calm, this.cards, el('h2', {}, 'What happened'), this.quiet, this.log);
  }

  /** Also before this view is shown. */
  happened(incidents) {
    const known = this.incidents[0]?.number ?? 0;
    const fresh = incidents.filter((incident) => incident.number > known).reverse();
    this.incidents = [...fresh, ...this.incidents].slice(0, KEPT);
    this.#drawLog();
  }

  restarted() {
    this.incidents = [];
    this.#drawLog();
  }

  #drawLog() {
    this.quiet.hidden = this.incidents.length > 0;
    keyed(this.log, this.incidents, (incident) => incident.number, (incident) => el('li', {},
        el('time', {}, clock(incident.atMillis)),
        el('span', {class: 'kind', 'data-kind': incident.kind}, words(incident.kind)),
        el('b', {}, incident.subject), el('span', {class: 'text'}, incident.text)), () => {});
  }

  draw({warnings, moreWarnings}) {
    this.calm.hidden = warnings.length > 0;
    keyed(this.cards, warnings, (warning) => `${warning.kind} ${warning.subject}`,
        () => el('article', {class: 'card'},
            el('header', {}, el('span', {class: 'kind'}), el('b', {class: 'subject'})),
            el('p', {class: 'what'}), el('p', {class: 'cause'}), el('p', {class: 'fix'})),
        (card, warning) => {
          const [head, what, cause, fix] = card.children;
          card.dataset.severity = warning.severity;
          text(head.firstChild, words(warning.kind));
          text(head.lastChild, warning.subject);
          text(what, warning.what);
          text(cause, warning.cause);
          text(fix, warning.fix);
        });
    this.more?.remove();
    if (moreWarnings > 0) {
      this.more = el('p', {class: 'quiet'}, `and ${count(moreWarnings)} more`);
      this.cards.after(this.more);
    }
  }
}
