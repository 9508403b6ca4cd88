// Small helpers to make and update elements. No virtual tree: a panel makes its nodes and replaces them, a long list keeps them by key.

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Make an element. Props: `class` (text or list), `style` (text or object, custom properties too), `data` (or `dataset`: an object),
 * listeners as `onclick: fn` or `on: {click: fn}`; booleans become present or absent attributes, except `aria-*`, which say "true"
 * or "false". There is no way to pass HTML, on purpose.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Child} children
 * @returns {any}
 */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for SVG elements. */
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) set(node, name, value);
  append(node, children);
  return node;
}

/** Set one property as `h` does. */
export function set(node, name, value) {
  if (name.startsWith('on') && typeof value === 'function') node.addEventListener(name.slice(2), value);
  else if (name === 'on') for (const [event, fn] of Object.entries(value ?? {})) node.addEventListener(event, fn);
  else if (name === 'class') node.setAttribute('class', Array.isArray(value) ? value.filter(Boolean).join(' ') : value ?? '');
  else if (name === 'style' && value && typeof value === 'object') {
    for (const [key, text] of Object.entries(value)) {
      if (text === null || text === undefined) node.style.removeProperty(key);
      else if (key.startsWith('--')) node.style.setProperty(key, String(text));
      else node.style[key] = text;
    }
  } else if (name === 'data' || name === 'dataset') {
    for (const [key, text] of Object.entries(value ?? {})) {
      if (text === null || text === undefined || text === false) delete node.dataset[key];
      else node.dataset[key] = String(text);
    }
  } else if (name === 'ref') value?.(node);
  else if (name === 'value' || name === 'checked') node[name] = value;
  else if (name.startsWith('aria-') && typeof value === 'boolean') node.setAttribute(name, String(value));
  else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? '' : String(value));
}

function append(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(node, child);
    else node.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Put new children in place of the old ones. Focus survives if the focused element's `id` or `data-key` comes back.
 * @param {Element} root
 * @param {...Child} children
 */
export function replace(root, ...children) {
  const held = root.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
  const mark = held && held !== root ? (held.id ? `#${CSS.escape(held.id)}` : held.dataset?.key ? `[data-key="${CSS.escape(held.dataset.key)}"]` : '') : '';
  const fragment = document.createDocumentFragment();
  append(fragment, children);
  root.replaceChildren(fragment);
  if (mark) /** @type {HTMLElement | null} */ (root.querySelector(mark))?.focus({ preventScroll: true });
  return root;
}

/**
 * Update a list in place: nodes are kept by key, moved only if their order changed, removed when their item is gone.
 * @template T
 * @param {Element} root
 * @param {readonly T[]} items
 * @param {(item: T, index: number) => string | number} keyOf
 * @param {(item: T, index: number) => Element} make
 * @param {(node: any, item: T, index: number) => void} [update] called for nodes that stay; without it they are left alone
 */
export function keyed(root, items, keyOf, make, update) {
  const old = new Map();
  for (const node of /** @type {Iterable<any>} */ (root.children)) old.set(node._key, node);
  let at = root.firstElementChild;
  items.forEach((item, index) => {
    const key = String(keyOf(item, index));
    let node = old.get(key);
    if (node) { old.delete(key); update?.(node, item, index); } else { node = make(item, index); node._key = key; }
    if (node === at) at = at.nextElementSibling;
    else root.insertBefore(node, at);
  });
  for (const node of old.values()) node.remove();
  return root;
}

/**
 * A chip that cites a clause. A press anywhere on `data-clause` opens the rule drawer (drawer.js, `cite`).
 * @param {string} id
 * @param {{short?: boolean}} [how] short: without the system's prefix
 */
export function clause(id, how = {}) {
  return h('button', { type: 'button', class: 'clause', data: { clause: id }, 'aria-label': id }, how.short ? id.replace(/^[A-Z]+-(?=[A-Z])/, '') : id);
}

/**
 * A switch. `onchange` gets the new value.
 * @param {{checked: boolean, label: string, onchange: (on: boolean) => void, id?: string}} of
 */
export function toggle({ checked, label, onchange, id }) {
  const node = h('button', { type: 'button', class: 'switch', role: 'switch', id, 'aria-checked': checked, 'aria-label': label });
  node.addEventListener('click', () => {
    const on = node.getAttribute('aria-checked') !== 'true';
    node.setAttribute('aria-checked', String(on));
    onchange(on);
  });
  return node;
}

/**
 * A row of alternatives as a radio group; arrow keys walk it.
 * @param {{label: string, value: any, options: {value: any, title: Child, hint?: string}[], onchange: (value: any) => void}} of
 */
export function segments({ label, value, options, onchange }) {
  const choose = (node) => {
    for (const other of group.children) {
      other.setAttribute('aria-checked', String(other === node));
      other.tabIndex = other === node ? 0 : -1;
    }
    onchange(options[[...group.children].indexOf(node)].value);
  };
  const some = options.some((option) => option.value === value);
  const group = h('div', { class: 'segments', role: 'radiogroup', 'aria-label': label },
    options.map((option, index) => h('button', {
      type: 'button', role: 'radio', 'aria-checked': option.value === value, title: option.hint,
      tabindex: option.value === value || (!some && index === 0) ? 0 : -1, onclick: (event) => choose(event.currentTarget),
    }, option.title)));
  group.addEventListener('keydown', (event) => walk(event, group, choose));
  return group;
}

/** Arrow keys, Home and End inside a group of radio buttons. */
export function walk(event, group, choose) {
  const nodes = [...group.querySelectorAll('[role="radio"]')];
  const here = nodes.indexOf(document.activeElement);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  let next = null;
  if (step && here >= 0) next = nodes[(here + step + nodes.length) % nodes.length];
  else if (event.key === 'Home') next = nodes[0];
  else if (event.key === 'End') next = nodes.at(-1);
  if (!next) return;
  event.preventDefault();
  next.focus();
  choose(next);
}

/** Say something to a screen reader without showing it. */
export function announce(text) {
  let region = document.getElementById('announcer');
  if (!region) {
    region = h('div', { id: 'announcer', class: 'visually-hidden', role: 'status', 'aria-live': 'polite' });
    document.body.append(region);
  }
  region.textContent = '';
  requestAnimationFrame(() => { region.textContent = text; });
}

/** Call `fn` once after `wait` ms without another call. */
export function calm(fn, wait) {
  let timer = 0;
  return (...args) => { clearTimeout(timer); timer = setTimeout(() => fn(...args), wait); };
}
