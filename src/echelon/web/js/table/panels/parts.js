// Parts: the small pieces every panel is put together from, and the one way a panel follows the store.

import { clause, h, s } from '../../dom.js';
import { reduced } from '../../settings.js';
import { currentLanguage, has, t } from '../../texts.js';
import { dieFace, icon } from './icons.js';

/**
 * Draw a part of the page whenever something it depends on has changed, and only then. Scroll and focus survive.
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root
 * @param {string} events names of store events, with blanks between
 * @param {(store: any) => unknown} slice what the picture depends on; compared as JSON
 * @param {(store: any) => (Node | string | null | undefined | false)[]} draw the new children of the root
 */
export function follow(store, root, events, slice, draw) {
  let last;
  const again = () => {
    const now = JSON.stringify([currentLanguage(), slice(store)]) ?? '';
    if (now === last) return;
    last = now;
    paint(root, draw(store));
  };
  for (const event of [...events.split(' '), 'language']) store.on(event, again);
  again();
}

/** How far each box (`data-scroll`) is scrolled. Noted as it happens: asking for it makes the browser lay out the page. @type {Map<string, number>} */
const scrolled = new Map();
document.addEventListener('scroll', ({ target }) => {
  if (target instanceof HTMLElement && target.dataset.scroll) scrolled.set(target.dataset.scroll, target.scrollTop);
}, { capture: true, passive: true });

/**
 * Replace the children of an element; keep the focus on the thing with the same `data-key` or `data-line`, and scrolled
 * boxes (`data-scroll`) where they were.
 * @param {HTMLElement} root
 * @param {(Node | string | null | undefined | false)[]} children
 */
export function paint(root, children) {
  const active = /** @type {HTMLElement | null} */ (root.contains(document.activeElement) ? document.activeElement : null);
  const line = active?.dataset.line;
  const mark = active && (active.dataset.key ? ['key', active.dataset.key] : active.dataset.line ? ['line', active.dataset.line] : null);
  const caret = active instanceof HTMLInputElement && active.type === 'search' ? active.selectionStart : null;
  root.replaceChildren(.../** @type {Node[]} */ (children.flat().filter((child) => child !== null && child !== undefined && child !== false)));
  for (const box of root.querySelectorAll('[data-scroll]')) {
    const top = scrolled.get(/** @type {HTMLElement} */ (box).dataset.scroll ?? '');
    if (top) box.scrollTop = top;
  }
  if (!mark) return;
  const same = [...root.querySelectorAll(`[data-${mark[0]}]`)].find((e) => /** @type {HTMLElement} */ (e).dataset[mark[0]] === mark[1]);
  // Whoever pressed the button that ended the last question by the keyboard has not yet read what it would end now.
  if (same instanceof HTMLElement && same.classList.contains('calm') && same.dataset.line !== line) return;
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  if (same instanceof HTMLInputElement && caret !== null) same.setSelectionRange(caret, caret);
}

/**
 * A button with words, an icon, or both.
 * @param {{label?: string, icon?: string, title?: string, class?: string, line?: string, key?: string, pressed?: boolean, disabled?: boolean, sub?: string}} look
 * @param {(event: Event) => void} act
 */
export function button(look, act) {
  const words = look.label || look.sub
    ? h('span', { class: 'words' }, look.label ? h('b', {}, look.label) : null, look.sub ? h('small', {}, look.sub) : null)
    : null;
  return h('button', {
    type: 'button', class: `button ${look.class ?? ''}`.trim(), title: look.title, onclick: act, disabled: look.disabled ?? false,
    'aria-label': look.label ? null : look.title, 'aria-pressed': look.pressed ?? null,
    data: { line: look.line, key: look.key ?? look.line ?? look.label ?? look.title },
  }, look.icon ? icon(look.icon) : null, words);
}

/**
 * A clause as a chip that opens the rule book there (drawer.js listens to all of them). Nothing for no clause.
 * @param {string | null | undefined} id
 */
export function chip(id) {
  return id ? clause(id, { short: true }) : null;
}

/** @param {(string | null | undefined)[] | null | undefined} ids */
export const chips = (ids) => [...new Set(ids ?? [])].filter(Boolean).map(chip);

/** Where the pointer was pressed last: what a redrawn panel lays under it there is not pointed at until it moves. */
const pressed = { x: NaN, y: NaN };
document.addEventListener('pointerdown', (event) => { pressed.x = event.clientX; pressed.y = event.clientY; }, { capture: true, passive: true });

/** What makes a part of a panel show what its answer would come to while the pointer is on it. @param {import("../store.js").Store} store @param {string} line */
export function pointing(store, line) {
  const point = (event) => { if (event.clientX !== pressed.x || event.clientY !== pressed.y) store.hover(line); };
  return { onpointerenter: point, onpointermove: point, onpointerleave: () => store.hover(null) };
}

const SLOTS = [[106, -5], [106, 36], [106, 72]];

/**
 * A counter with its states, as on the map.
 * @param {import("../store.js").Store} store
 * @param {string} id of a unit or group
 * @param {'tiny' | 'small' | 'middle' | 'large'} size how much of it is drawn; CSS says how large
 */
export function counter(store, id, size = 'small') {
  const piece = pieceOf(store, id);
  const group = piece?.kind === 'group' || id in (store.board?.groups ?? {});
  const sprite = piece?.sprite ?? (group ? `g-${id}` : `u-${id}`);
  const name = piece?.title ?? nameOf(store, id);
  const states = new Set(piece?.status ?? []);
  const whole = { x: -12, y: -12, width: 130, height: 130 };
  const badges = ['disrupted', 'unsupplied', 'no-retreat', 'out-of-command'].filter((state) => states.has(state)).slice(0, SLOTS.length);
  const large = size === 'tiny' || size === 'small' ? 50 : 40;
  return s('svg', { viewBox: '-5 -8 114 114', class: `chit ${size}`, role: 'img', 'aria-label': name },
    s('title', {}, name),
    s('g', states.has('disrupted') ? { transform: 'rotate(-7 50 50)' } : {},
      s('use', { href: piece?.kind === 'marker' ? `#${sprite}` : `#${sprite}-${group && size === 'tiny' ? 'small' : size}`, ...whole }),
      states.has('entrenched') ? s('use', { href: '#o-entrenched', ...whole }) : null,
      states.has('moved') ? s('use', { href: size === 'large' || size === 'middle' ? '#o-moved' : '#o-moved-small', ...whole }) : null),
    badges.map((state, i) => s('use', { href: `#s-${state}`, x: SLOTS[i][0] - large / 2, y: SLOTS[i][1] - large / 2, width: large, height: large })));
}

/** The piece of that id as the scene shows it. @param {import("../store.js").Store} store @param {string} id */
export function pieceOf(store, id) {
  return store.scene?.pieces?.find((p) => p.id === id) ?? store.scene?.tray?.find((p) => p.id === id) ?? null;
}

/** A line of its own begins with a capital, whatever it begins with: a French unit has a small letter. @param {string | undefined} say */
export const capital = (say) => (say ? say[0].toUpperCase() + say.slice(1) : say);

/** Name of a unit or group. @param {import("../store.js").Store} store @param {string} id */
export function nameOf(store, id) {
  const known = store.board?.units?.[id] ?? store.board?.groups?.[id];
  return known?.name ?? pieceOf(store, id)?.name ?? id;
}

/** What a unit or group is called where its name is too long; not its label, which may be a bare number. @param {import("../store.js").Store} store @param {string} id */
export const shortOf = (store, id) => store.board?.units?.[id]?.short || nameOf(store, id);

/** A sentence with short names of units in place of their full ones. @param {import("../store.js").Store} store @param {string} text */
export function brief(store, text) {
  const longest = Object.values(store.board?.units ?? {}).filter(({ name, short }) => name && short && text.includes(name)).sort((a, b) => b.name.length - a.name.length);
  return longest.reduce((said, { name, short }) => said.replaceAll(name, short), text);
}

/** What a side is called. @param {import("../store.js").Store} store @param {string | null | undefined} side */
export function titleOf(store, side) {
  if (!side) return '';
  return (store.board?.sides ?? store.info?.seats ?? []).find((s) => (s.name ?? s.side) === side)?.title ?? side;
}

/** Number of a side in the order of the board: 0 or 1, the hook for its colours. @param {import("../store.js").Store} store @param {string | null | undefined} side */
export function sideIndex(store, side) {
  return (store.board?.sides ?? []).findIndex((s) => s.name === side);
}

/**
 * A panel with a head, that can be folded if it has a key; whether it is open is kept for the next visit.
 * @param {{key?: string, title: string, subtitle?: string, extra?: (Node | string)[], class?: string, open?: boolean}} head
 * @param {...(Node | string | null | false | (Node | string)[])} body
 */
export function panel(head, ...body) {
  const title = [h('h2', {}, head.title), head.subtitle ? h('span', { class: 'subtitle', title: head.subtitle }, head.subtitle) : null];
  const extra = head.extra?.length ? h('span', { class: 'extra' }, ...head.extra) : '';
  const content = body.flat().filter((part) => part !== null && part !== false && part !== '');
  if (!head.key) {
    return h('section', { class: `panel ${head.class ?? ''}`, 'aria-label': head.title },
      h('header', { class: 'panel-head' }, title, extra), ...content);
  }
  const name = `echelon.panel.${head.key}`;
  const kept = keep(name);
  const details = h('details', { class: `panel fold ${head.class ?? ''}`, data: { panel: head.key } },
    h('summary', { class: 'panel-head', data: { key: `fold ${head.key}` } }, title, icon('down')), extra, ...content);  // a button inside a summary is hidden from readers
  details.open = kept === null ? head.open !== false : kept === 'open';
  details.addEventListener('toggle', () => keep(name, details.open ? 'open' : 'closed'));
  return details;
}

/** Read or write one word of the browser's memory; without one (private windows) nothing is kept. */
export function keep(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(name);
    localStorage.setItem(name, value);
  } catch { /* nothing to keep it in */ }
  return null;
}

/** How far a question has come, as a small tag; the word is the system's, its name the page's, and nothing for one it has no name for. @param {string | undefined} state */
export function stateTag(state) {
  const key = `panel.state.${state}`;
  return state && has(key) ? [h('span', { class: `tag ${state === 'weak' ? 'warn' : 'accent'}` }, t(key))] : [];
}

/** Which fight a panel is about: who is in it. @param {any} found */
export const fightOf = (found) => [...(found?.attackers ?? []), '', ...(found?.defenders ?? [])].join(' ');

/** Dice as small faces. @param {{faces: number[], of: number} | null | undefined} die */
export function diceFaces(die) {
  if (!die?.faces?.length) return '';
  return h('span', { class: 'faces', role: 'img', 'aria-label': t('panel.dice.show', { faces: die.faces.join(', ') }) },
    ...die.faces.map((face) => dieFace(face, die.of)));
}

const LONG = 14; // letters that still fit beside what they are about

/** Does a value need a line of its own under its label? @param {unknown} value */
export const isLong = (value) => String(value ?? '').length > LONG;

/** Signed number with a true minus. @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** The first sentence and the rest: the first is set in bold. The point of an ordinal (`3. Division`) ends none. @param {string} text @returns {[string, string]} */
export function firstSentence(text) {
  const found = /^(.{12,}?(?:[!?:]|(?<!\b\d{1,3})\.))\s+(?=[A-ZÀ-Ý“0-9(a-zà-ÿ])/u.exec(text ?? '');
  return found ? [found[1], text.slice(found[0].length)] : [text ?? '', ''];
}

/**
 * What a move says: what happened, if anything did, else what was chosen.
 * @param {any} move
 */
export function tell(move) {
  const events = (move.events ?? []).map((event) => event.say);
  return events.length ? events.join(' ') : move.say || move.line;
}

/** A unit was moved without anybody's choice, as one that must advance: its player should see that it was a duty, not a whim of the page. @param {any} move */
export const isDuty = (move) => Boolean(move.forced && !move.die && !move.chance && move.path?.length);

/** Says of a move that nobody chose it. */
export const forcedTag = () => h('span', { class: 'tag warn', title: t('panel.forced.title') }, t('panel.forced'));

/** The unit a move is about: told by it, or named in its line. @param {import("../store.js").Store} store @param {any} move @returns {string | null} */
export function unitOf(store, move) {
  return move.unit ?? move.line.split(/[\s;]+/u).find((word) => word in (store.board?.units ?? {})) ?? null;
}

/** The moves that have been shown: those still to be animated are not told beforehand. @param {import("../store.js").Store} store @returns {any[]} */
export function shownMoves(store) {
  const moves = store.moves ?? [];
  const now = store.playing?.move?.i;
  return now === undefined ? moves : moves.filter((move) => move.i <= now);
}

/** The step of the sequence that is shown: of the move being animated, or of the scene. @param {import("../store.js").Store} store @returns {string} */
export const stepOf = (store) => store.playing?.move?.step ?? store.scene?.step ?? '';

/** Is motion to be kept small? */
export const stillness = () => reduced();
