// Victory: who would win if it ended now, and each way to win as a list of conditions, met or open. The first is in the bar, too.

import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { bookNodes } from './books.js';
import { icon } from './icons.js';
import { chip, follow, sideIndex } from './parts.js';

/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  follow(store, root, 'scene at', (s) => [s.scene?.outlook, s.scene?.standing, s.scene?.books, s.scene?.result], (s) => {
    if (!s.scene) return [];
    const { outlook, standing = [] } = s.scene;
    if (!outlook) return [standing.length ? h('dl', { class: 'rows' }, standing.map((row) => h('div', { class: 'row' }, h('dt', {}, row.what), h('dd', {}, row.how)))) : null];
    return [
      h('div', { class: `verdict ${of(s, outlook.side)}` }, h('b', {}, outlook.say), outlook.under ? h('p', {}, outlook.under) : null),
      ...outlook.victories.map((one) => victory(s, one)),
      ...bookNodes(s, 'victory'),
    ];
  });
}

const of = (store, side) => `of-${side ? Math.max(0, sideIndex(store, side)) : 'none'}`;

function victory(store, one) {
  return h('section', { class: `victory ${of(store, one.side)}` },
    h('h3', {}, one.title, ' ', one.worth ? h('small', {}, one.worth) : null),
    h('ul', {}, one.conditions.map((row) => condition(store, row))),
    one.note || one.clause ? h('p', { class: 'note-line' }, one.note, ' ', chip(one.clause)) : null);
}

/** One condition: a sign that is a shape and a word, not only a colour. */
function condition(store, row) {
  const words = [h('span', {}, row.say), h('small', {}, row.how)];
  const sign = h('i', { class: 'met', role: 'img', 'aria-label': t(row.met ? 'panel.victory.met' : 'panel.victory.open') }, row.met ? icon('check') : icon('ring'));
  return h('li', { class: row.met ? 'is-met' : '' }, sign,
    row.hex ? h('button', { type: 'button', class: 'place', title: t('panel.victory.show'), data: { key: `goal ${row.hex}`, hex: row.hex }, onclick: () => store.focusHex(row.hex) }, words) : h('span', { class: 'place' }, words),
    chip(row.clause));
}

/** Who is winning, in the fewest words: for the bar, and for a phone's chip. @param {import("../store.js").Store} store @returns {Node | null} */
export function standing(store) {
  const [outlook, result] = [store.scene?.outlook, store.scene?.result];
  if (result) return h('span', { class: `leads ${of(store, result.winner)}` }, h('small', {}, t('panel.standing.over')), h('b', {}, result.winner ? title(store, result.winner) : t('panel.result.draw')));
  if (!outlook) return null;
  return h('span', { class: `leads ${of(store, outlook.side)}`, title: outlook.say }, h('small', {}, t('panel.standing.now')), h('b', {}, outlook.short));
}

const title = (store, side) => store.board.sides.find((one) => one.name === side)?.title ?? side;
