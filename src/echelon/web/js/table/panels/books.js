// Books: what a table would keep on paper. Each belongs to a tab of the left panel; those that name none are about the turn.

import { h } from '../../dom.js';
import { chip, counter, follow, isLong } from './parts.js';

/** The books of a tab. @param {import("../store.js").Store} store @param {string} tab @returns {any[]} */
export const booksOf = (store, tab) => (store.scene?.books ?? []).filter((book) => (book.tab ?? 'turn') === tab);

/** The books of a tab, one below the other. @param {import("../store.js").Store} store @param {string} tab */
export const bookNodes = (store, tab) => booksOf(store, tab).map((book) => h('section', { class: 'book' }, h('h3', {}, book.title), h('dl', { class: 'rows' }, (book.rows ?? []).map((row) => bookRow(store, row)))));

/** A tab that is books and nothing else. @param {string} tab @returns {(store: any, root: HTMLElement) => void} */
export const shelf = (tab) => (store, root) => follow(store, root, 'scene at', (s) => booksOf(s, tab), (s) => bookNodes(s, tab));

function bookRow(store, row) {
  const units = row.units ?? [];
  const how = String(row.how ?? '');
  const below = units.length > 0 || isLong(how);
  return h('div', { class: `row${row.warn ? ' warn' : ''}${below ? ' below' : ''}` },
    h('dt', {}, row.what, ' ', chip(row.clause)),
    units.length ? h('dd', { class: 'units' }, units.map((id) => h('button', {
      type: 'button', class: 'pick plain', data: { unit: id, key: `book ${id}` }, onclick: () => showUnit(store, id),
    }, counter(store, id, 'tiny')))) : null,
    how ? h('dd', { class: 'how' }, how) : null);
}

/** Show a unit: its card, and its hex if it is on the map. @param {import("../store.js").Store} store @param {string} id */
export function showUnit(store, id) {
  store.emit('inspect', { unit: id });
  const hex = store.piece(id)?.hex;
  if (hex) store.focusHex(hex);
}
