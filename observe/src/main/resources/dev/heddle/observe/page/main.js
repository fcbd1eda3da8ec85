// The page: takes digests in, and has the view that is shown draw them.

import {Alerts} from './alerts.js';
import {askAbout} from './api.js';
import {forgetColours} from './charts.js';
import {Detail} from './detail.js';
import {byId, el, text} from './dom.js';
import {Fibers} from './fibers.js';
import {millis, short} from './format.js';
import {History} from './history.js';
import {listenToKeys} from './keys.js';
import {Overview} from './overview.js';
import {Processes} from './processes.js';
import {Stream} from './stream.js';
import {Waits} from './waits.js';

const VIEWS = ['overview', 'processes', 'fibers', 'waits', 'alerts'];
const THEMES = ['system', 'light', 'dark'];

class Page {
  constructor() {
    this.digest = null;
    this.history = new History();
    this.paused = false;
    this.link = 'connecting';
    const section = (view) => byId(`view-${view}`);
    this.views = {
      overview: new Overview(section('overview'), this),
      processes: new Processes(section('processes'), this),
      fibers: new Fibers(section('fibers'), this),
      waits: new Waits(section('waits'), this),
      alerts: new Alerts(section('alerts'), this),
    };
    this.detail = new Detail(this);
    this.stream = new Stream({
      digest: (digest) => this.#take(digest),
      incidents: (incidents) => this.views.alerts.happened(incidents),
      state: (state) => this.#connection(state),
    });
  }

  start() {
    VIEWS.forEach((view) => byId(`tab-${view}`).addEventListener('click', () => this.go(view)));
    byId('pause').addEventListener('click', () => this.pause());
    byId('theme').addEventListener('click', () => this.nextTheme());
    byId('help').addEventListener('click', () => byId('keys').showModal());
    byId('runtime').addEventListener('change', (event) => this.#follow(event.target.value));
    window.addEventListener('hashchange', () => this.#route());
    new ResizeObserver(() => this.draw()).observe(byId('main'));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#recolour());
    listenToKeys(this, VIEWS);
    this.#recolour();
    this.#route();
    this.stream.follow('');
  }

  /* Where we are is in the address: #processes, #processes/process/PID */

  #route() {
    const [view, kind, key] = decodeHash();
    const known = VIEWS.includes(view) ? view : 'overview';
    const changed = known !== this.view;
    this.view = known;
    for (const one of VIEWS) {
      const tab = byId(`tab-${one}`);
      tab.setAttribute('aria-selected', String(one === known));
      tab.tabIndex = one === known ? 0 : -1;
      byId(`view-${one}`).hidden = one !== known;
    }
    if (kind === 'process' || kind === 'fiber') {
      if (this.detail.kind !== kind || this.detail.key !== key) {
        this.detail.open(kind, key);
      }
    } else if (this.detail.isOpen) {
      this.detail.close();
    }
    if (changed && this.digest) {
      this.views[known].shown?.();
    }
    this.draw();
  }

  #navigate(...parts) {
    location.hash = parts.map(encodeURIComponent).join('/');
    this.#route(); // at once: the event comes later than the next key
  }

  go(view) {
    this.#navigate(view);
    byId(`tab-${view}`).focus({preventScroll: true});
  }

  open(kind, key) {
    this.#navigate(this.view, kind, key);
  }

  close() {
    this.#navigate(this.view);
  }

  openKey(kind) {
    return this.detail.kind === kind ? this.detail.key : '';
  }

  #follow(runtime) {
    askAbout(runtime);
    this.close();
    this.stream.follow(runtime);
  }

  /* What comes in */

  #take(digest) {
    this.#runtimes(digest);
    if (!digest.runtime) {
      this.#notice('No runtime is open in this program now. The page goes on when one is started.');
      this.digest = null;
      return;
    }
    this.#notice('');
    const anew = this.history.instance !== digest.instance;
    this.history.add(digest);
    if (this.paused && !anew) {
      this.waiting = digest;
      return;
    }
    this.digest = digest;
    if (anew) {
      askAbout(digest.runtime);
      this.views.alerts.restarted();
      if (this.view !== 'alerts') {
        this.views[this.view].restarted?.();
      }
    }
    this.#refresh();
  }

  #refresh() {
    this.#head();
    this.draw();
    this.detail.tick(this.digest.processes.alive);
  }

  draw() {
    if (this.digest) {
      this.views[this.view].draw(this.digest, this.history);
    }
  }

  #head() {
    const {runtime, uptimeMillis, engine, closing, processes, fibers, deadlocks, warnings, moreWarnings,
      workers} = this.digest;
    text(byId('uptime'), millis(uptimeMillis));
    text(byId('engine'), engine.toLowerCase());
    text(byId('worker-count'), workers.length);
    text(byId('count-processes'), short(processes.alive));
    text(byId('count-fibers'), short(fibers.alive));
    text(byId('count-waits'), deadlocks.length || '');
    const alerts = warnings.length + moreWarnings;
    const badge = byId('count-alerts');
    text(badge, alerts || '');
    badge.dataset.severity = warnings[0]?.severity ?? '';
    document.title = `${alerts ? `(${alerts}) ` : ''}${runtime}${closing ? ', closing' : ''} · Heddle`;
  }

  #runtimes({runtime, runtimes}) {
    const select = byId('runtime');
    const shown = [...select.options].map((option) => option.value);
    if (shown.join('\n') !== runtimes.join('\n')) {
      select.replaceChildren(...runtimes.map((name) => el('option', {value: name}, name)));
    }
    select.value = runtime;
    select.disabled = runtimes.length < 2;
  }

  #notice(words) {
    const notice = byId('notice');
    text(notice, words);
    notice.hidden = words === '';
  }

  /* Connection, pause, theme */

  #connection(link) {
    this.link = link;
    const state = link === 'live' && this.paused ? 'paused' : link;
    const shown = byId('connection');
    shown.dataset.state = state;
    text(shown, state === 'lost' ? 'lost, reconnecting' : state);
    document.body.classList.toggle('lost', state === 'lost');
  }

  pause() {
    this.paused = !this.paused;
    const button = byId('pause');
    button.setAttribute('aria-pressed', String(this.paused));
    text(button, this.paused ? 'Go on' : 'Pause');
    this.#connection(this.link);
    if (!this.paused && this.waiting) {
      this.digest = this.waiting;
      this.waiting = null;
      this.#refresh();
    }
  }

  nextTheme() {
    const now = document.documentElement.dataset.theme ?? 'system';
    const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
    if (next === 'system') {
      delete document.documentElement.dataset.theme;
    } else {
      document.documentElement.dataset.theme = next;
    }
    try {
      localStorage.setItem('heddle-theme', next);
    } catch {
      // Kept for this visit only.
    }
    this.#recolour();
  }

  #recolour() {
    text(byId('theme'), `Theme: ${document.documentElement.dataset.theme ?? 'system'}`);
    forgetColours();
    this.draw();
  }
}

function decodeHash() {
  try {
    return location.hash.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}

new Page().start();
