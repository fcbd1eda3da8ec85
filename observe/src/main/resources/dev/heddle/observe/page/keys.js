// The keyboard.

import {byId} from './dom.js';

export function listenToKeys(page, views) {
  document.querySelector('[role=tablist]').addEventListener('keydown', (event) => {
    const here = views.indexOf(page.view);
    const to = {
      ArrowRight: (here + 1) % views.length, ArrowLeft: (here + views.length - 1) % views.length,
      Home: 0, End: views.length - 1,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      page.go(views[to]);
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId('keys').open) {
      return;
    }
    if (event.key === 'Escape') {
      leave(page, event);
    } else if (!event.target.closest('input, select, textarea') && act(page, views, event.key)) {
      event.preventDefault();
    }
  });
}

function leave(page, event) {
  if (event.target.matches('input[type=search]') && !page.detail.isOpen) {
    event.preventDefault(); // what was searched for stays
    event.target.blur();
  } else if (page.detail.isOpen) {
    page.close();
  }
}

function act(page, views, key) {
  if (key === '/') {
    if (!page.views[page.view].focusSearch) {
      page.go('processes');
      setTimeout(() => page.views.processes.focusSearch());
    } else {
      page.views[page.view].focusSearch();
    }
  } else if (key === 'p') {
    page.pause();
  } else if (key === 't') {
    page.nextTheme();
  } else if (key === '?') {
    byId('keys').showModal();
  } else if (key >= '1' && key <= String(views.length)) {
    page.go(views[Number(key) - 1]);
  } else {
    return false;
  }
  return true;
}
