// Making elements. Text only ever becomes a text node, so a name cannot become markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export const byId = (id) => document.getElementById(id);

/** Writes a text only if it differs, so that nothing is laid out again in vain. */
export function text(element, value) {
  const wanted = String(value);
  if (element.textContent !== wanted) {
    element.textContent = wanted;
  }
}

/**
 * Makes the children of an element those of a list: keeps the element of each key, so that focus
 * and selection survive, makes new ones, removes what is gone.
 */
export function keyed(parent, items, keyOf, make, update) {
  const old = parent.elementsByKey ?? new Map();
  const now = new Map();
  let place = parent.firstChild;
  for (const item of items) {
    const key = String(keyOf(item));
    if (now.has(key)) {
      continue;
    }
    const element = old.get(key) ?? make(item);
    old.delete(key);
    now.set(key, element);
    update(element, item);
    if (element === place) {
      place = place.nextSibling;
    } else {
      parent.insertBefore(element, place);
    }
  }
  old.forEach((element) => element.remove());
  parent.elementsByKey = now;
}

/** What others call when the user stops typing. */
export function afterPause(millis, action) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...args), millis);
  };
}
