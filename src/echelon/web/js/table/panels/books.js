// Books: what a table would keep on paper, always at hand: arrivals, air, bridges, weather, fuel, losses, the standing.

import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { chip, counter, follow, isLong, panel } from './parts.js';


/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  follow(store, root, 'scene at', (s) => [s.scene?.books, s.scene?.standing, s.scene?.result], (s) => {
    if (!s.scene) return [];
    return [...(s.scene.books ?? []).map((book, i) => bookPanel(s, book, i)), standing(s)];
  });
}

function standing(store) {
  const rows = store.scene.standing ?? [];
  if (!rows.length) return '';
  return panel({ key: 'standing', title: t('panel.standing'), class: 'book', open: false },
    h('dl', { class: 'rows' }, rows.map((row) => bookRow(store, row))));
}

function bookPanel(store, book, i) {
  const pressing = (book.rows ?? []).some((row) => row.warn);
  return panel({ key: `book.${i}`, title: book.title, class: `book${pressing ? ' pressing' : ''}`, open: i < 2 },
    book.rows?.length
      ? h('dl', { class: 'rows' }, ...book.rows.map((row) => bookRow(store, row)))
      : h('p', { class: 'empty' }, t('panel.books.empty')));
}

function bookRow(store, row) {
  const units = row.units ?? [];
  const how = String(row.how ?? '');
  const below = units.length > 0 || isLong(how);
  return h('div', { class: `row${row.warn ? ' warn' : ''}${below ? ' below' : ''}` },
    h('dt', {}, row.what, ' ', chip(row.clause)),
    units.length ? h('dd', { class: 'units' }, units.map((id) => h('button', {
      type: 'button', class: 'pick plain', data: { unit: id, key: `book ${id}` }, onclick: () => store.emit('inspect', { unit: id }),
    }, counter(store, id, 'tiny')))) : null,
    how ? h('dd', { class: units.length ? 'how clamp' : 'how', title: how }, how) : null);
}
